import { cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LanguageChoice } from '#app/_settings/language-choice.tsx'
import { LANGUAGE_COOKIE } from '#app/_texts/language.ts'
import { keepCookie } from '#app/_ui/cookie.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => {} }) }))

afterEach(() => {
  cleanup()
  keepCookie(LANGUAGE_COOKIE, null)
})

const english = () => screen.getByRole('radio', { name: 'English' })

/** Somebody who is quicker than the effects of the page. */
function ChoosesAtOnce() {
  useLayoutEffect(() => english().click(), [])
  return null
}

test('a language keeps the focus in the page that comes anew, however early it is chosen', () => {
  const { unmount } = render([<LanguageChoice key="page" />, <ChoosesAtOnce key="reader" />])
  unmount()
  render(<LanguageChoice />)
  expect(document.activeElement).toBe(english())
  cleanup()
  render(<LanguageChoice />)
  expect(document.activeElement).toBe(document.body)
})
