import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { LongText } from '#app/_content/long-text.tsx'

afterEach(cleanup)

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n')

test('a text of forty lines is shown as it is', () => {
  render(<LongText text={lines(40)} />)
  expect(document.body.textContent).toBe(lines(40))
  expect(screen.queryByRole('button')).toBeNull()
})

test('a longer one is folded to its first lines, and opens and closes by a button', async () => {
  render(<LongText text={lines(2_000)} />)
  const rest = document.querySelector('[hidden]')
  expect(rest?.getAttribute('hidden')).toBe('until-found')
  expect(rest?.textContent?.startsWith('line 13\n')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 2,000 lines', expanded: false }))
  expect(document.querySelector('[hidden]')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }))
  expect(document.querySelector('[hidden]')).not.toBeNull()
})

test.each([
  [
    'thirty-nine lines that each take more than a row',
    Array(39).fill('a line of a log '.repeat(11)).join('\n'),
    '6,902',
  ],
  ['one paragraph', 'Some words and more. '.repeat(1_000).trim(), '20,999'],
  ['one word', 'x'.repeat(5_000), '5,000'],
  ['letters of two halves', '😀'.repeat(4_001), '4,001'],
])('%s that would be as high are folded as well, by a button that says how many characters', async (_, text, count) => {
  render(<LongText text={text} />)
  const [first, rest] = document.querySelectorAll('p')
  expect(first?.textContent.length).toBeGreaterThan(700)
  expect(first?.textContent.length).toBeLessThan(1_100)
  expect(rest?.closest('[hidden]')).not.toBeNull()
  expect(text.replaceAll('\n', '')).toBe(`${first?.textContent}${rest?.textContent}`.replaceAll('\n', ''))
  expect(`${first?.textContent}${rest?.textContent}`).toMatch(/^\P{Surrogate}*$/u)
  await userEvent.click(screen.getByRole('button', { name: `Show all ${count} characters`, expanded: false }))
  expect(document.querySelector('[hidden]')).toBeNull()
})

test('a line that is torn where a text is folded is one again when it is open', async () => {
  render(<LongText text={'Some words and more. '.repeat(1_000)} />)
  const [first] = document.querySelectorAll('p')
  expect(first?.textContent).toMatch(/(?:words|and|more\.|Some) $/)
  expect(first?.className).not.toMatch(/(?<!:)inline/)
  await userEvent.click(screen.getByRole('button', { name: /^Show all/ }))
  expect([...document.querySelectorAll('p')].every(({ className }) => /(?<!:)inline/.test(className))).toBe(true)
})

test('a text of some rows is shown as it is, however few lines it has', () => {
  render(<LongText text={'Some words and more. '.repeat(150)} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('what looks for words opens it', async () => {
  render(<LongText text={lines(50)} />)
  await act(async () => void document.querySelector('[hidden]')?.dispatchEvent(new Event('beforematch')))
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
  expect(document.querySelector('[hidden]')).toBeNull()
})
