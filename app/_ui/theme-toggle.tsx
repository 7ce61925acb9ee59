'use client'

import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import type { Theme } from './theme.ts'
import { parseTheme, THEME_COOKIE, THEMES } from './theme.ts'

const ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const
const YEAR_SECONDS = 31_536_000

/** Goes through system, light and dark. The choice is a cookie: the server renders the next page with it. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>('system')
  // The server knows the theme too, but only the document has it once the page is up.
  useEffect(() => setTheme(parseTheme(document.documentElement.dataset.theme)), [])

  function change(next: Theme) {
    setTheme(next)
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
    const lifetime = next === 'system' ? 0 : YEAR_SECONDS
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${THEME_COOKIE}=${next}; path=/; max-age=${lifetime}; samesite=lax`
  }

  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return <IconButton icon={ICONS[theme]} label={`Theme: ${theme}. Change to ${next}`} onClick={() => change(next)} />
}
