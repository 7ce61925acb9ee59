'use client'

import { useEffect, useState } from 'react'
import { APPEARANCE, type AppearanceName, type AppearanceValue, parseAppearance } from './appearance.ts'

const YEAR_SECONDS = 31_536_000

/** One choice of how the pages look, and how to make it. It holds at once and, as a cookie, for the next page. */
export function useAppearance<N extends AppearanceName>(
  name: N,
): [AppearanceValue<N>, (value: AppearanceValue<N>) => void] {
  const { attribute, values } = APPEARANCE[name]
  const [value, setValue] = useState<AppearanceValue<N>>(values[0])
  // The server knows it too, but only the document has it once the page is up.
  useEffect(() => setValue(parseAppearance(name, document.documentElement.getAttribute(attribute))), [name, attribute])

  function change(next: AppearanceValue<N>) {
    setValue(next)
    const isUsual = next === values[0]
    if (isUsual) document.documentElement.removeAttribute(attribute)
    else document.documentElement.setAttribute(attribute, next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${name}=${next}; path=/; max-age=${isUsual ? 0 : YEAR_SECONDS}; samesite=lax`
  }

  return [value, change]
}
