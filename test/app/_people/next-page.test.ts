import { expect, test } from 'vitest'
import { nextPage } from '#app/_people/next-page.ts'

const ORIGIN = 'https://chat.example.com'
const next = (said: string) => nextPage(`?${new URLSearchParams({ next: said })}`, ORIGIN)

test.each(['/', '/c/01ABC?compare=1#m-2', '/admin/usage?period=7d'])(
  '%s of this server is where somebody goes on',
  (page) => {
    expect(next(page)).toBe(page)
  },
)

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '/api/sign-out',
  '/sign-in?next=/sign-in',
  '',
])('%s is not, and the start page is', (page) => {
  expect(next(page)).toBe('/')
})

test('where nothing is said it is the start page', () => {
  expect(nextPage('', ORIGIN)).toBe('/')
})
