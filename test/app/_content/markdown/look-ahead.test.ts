import { expect, test } from 'vitest'
import { growText, NO_TEXT } from '#app/_content/markdown/answer-text.ts'
import { lookAhead, lookedAhead } from '#app/_content/markdown/look-ahead.ts'
import { SHARE } from '#app/_content/markdown/turns.ts'

const ANSWER = `# A heading\n\n${'A paragraph with *some* words and a [link][1].\n\n'.repeat(30)}- one\n- two\n\n[1]: https://example.org\n`

test('a text that was looked at ahead is what it is when looked at in one go', async () => {
  await lookAhead([ANSWER])
  const { settled, recent, ended, text } = lookedAhead(ANSWER) ?? NO_TEXT
  const whole = growText(NO_TEXT, ANSWER, true)
  expect({ settled, recent, ended, text }).toEqual({
    settled: whole.settled,
    recent: whole.recent,
    ended: true,
    text: ANSWER,
  })
})

test('it is looked at in steps, between which other tasks run', async () => {
  let others = 0
  const timer = setInterval(() => (others += 1))
  await lookAhead([`${ANSWER}${ANSWER}`])
  clearInterval(timer)
  expect(others).toBeGreaterThan(3)
})

test('of more than one frame may show it leaves the rest, and what was looked at before is forgotten', async () => {
  const long = 'A paragraph.\n\n'.repeat(SHARE)
  await lookAhead([long, ANSWER])
  const seen = lookedAhead(long)?.text.length
  expect(seen).toBeGreaterThan(0)
  expect(seen).toBeLessThan(SHARE)
  expect(lookedAhead(ANSWER)).toBeUndefined()
})
