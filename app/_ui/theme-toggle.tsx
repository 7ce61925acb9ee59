'use client'

import { APPEARANCE } from './appearance.ts'
import { IconButton } from './button.tsx'
import { useAppearance } from './use-appearance.ts'

const ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const

/** Goes through system, light and dark. */
export function ThemeToggle() {
  const [theme, change] = useAppearance('theme')
  const { values } = APPEARANCE.theme
  const next = values[(values.indexOf(theme) + 1) % values.length] ?? 'system'
  return <IconButton icon={ICONS[theme]} label={`Theme: ${theme}. Change to ${next}`} onClick={() => change(next)} />
}
