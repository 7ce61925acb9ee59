import { expect, test, vi } from 'vitest'
import { growText, NO_TEXT } from '#app/_content/markdown/answer-text.ts'
import { lookAhead, lookedAhead } from '#app/_content/markdown/look-ahead.ts'
import { ownTask } from '#app/_ui/own-task.ts'

const FORMULAS = vi.hoisted(() => ({ isThere: Promise.withResolvers<void>(), asked: 0 }))
vi.mock('#app/_content/late-part.ts', async (load) => ({
  ...(await load<typeof import('#app/_content/late-part.ts')>()),
  whenLoaded: () => {
    FORMULAS.asked += 1
    return FORMULAS.isThere.promise
  },
}))
vi.mock('#app/_content/markdown/look-on.ts', async (load) => {
  const real = await load<typeof import('#app/_content/markdown/look-on.ts')>()
  const lookOn: typeof real.lookOn = (answer, text, ...how) => {
    if (text === BROKEN) throw new Error('a fault of the parser')
    return real.lookOn(answer, text, ...how)
  }
  return { ...real, lookOn }
})

const BROKEN = 'no parser takes this'
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
  let isLooking = true
  const looked = lookAhead([`${ANSWER}${ANSWER}`]).then(() => (isLooking = false))
  for (; isLooking; others += 1) await ownTask()
  await looked
  expect(others).toBeGreaterThan(3)
})

test('it is looked at whole, and what was looked at before is forgotten', async () => {
  const long = 'A paragraph.\n\n'.repeat(2_000)
  await lookAhead([long])
  expect(lookedAhead(long)).toMatchObject({ text: long, ended: true })
  expect(lookedAhead(ANSWER)).toBeUndefined()
})

test('one that no parser takes keeps no other back', async () => {
  await lookAhead([BROKEN, ANSWER])
  expect([lookedAhead(BROKEN), lookedAhead(ANSWER)?.ended]).toEqual([undefined, true])
})

test('what draws formulas is waited for where there are any, and nowhere else', async () => {
  await lookAhead([ANSWER])
  expect(FORMULAS.asked).toBe(0)
  let isOver = false
  const looked = lookAhead([ANSWER, '- a list\n- of $x^2$']).then(() => (isOver = true))
  await vi.waitFor(() => expect(FORMULAS.asked).toBe(1))
  expect(isOver).toBe(false)
  FORMULAS.isThere.resolve()
  await looked
})
