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

test('what looks for words opens it', async () => {
  render(<LongText text={lines(50)} />)
  await act(async () => void document.querySelector('[hidden]')?.dispatchEvent(new Event('beforematch')))
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
  expect(document.querySelector('[hidden]')).toBeNull()
})
