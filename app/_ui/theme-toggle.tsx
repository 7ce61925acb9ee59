'use client'

import { useTexts } from '../_texts/texts.ts'
import { APPEARANCE } from './appearance.ts'
import { IconButton } from './icon-button.tsx'
import { useAppearance } from './use-appearance.ts'

const ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const

/** Goes through system, light and dark. */
export function ThemeToggle() {
  const [theme, change] = useAppearance('theme')
  const { theme: words, themes } = useTexts().page
  const { values } = APPEARANCE.theme
  const next = values[(values.indexOf(theme) + 1) % values.length] ?? 'system'
  return <IconButton icon={ICONS[theme]} label={words(themes[theme], themes[next])} onClick={() => change(next)} />
}
