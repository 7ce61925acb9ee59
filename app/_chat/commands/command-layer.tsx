'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { latePart, useLatePart } from '../../_content/late-part.ts'
import { useTexts } from '../../_texts/texts.ts'
import { APPEARANCE } from '../../_ui/appearance.ts'
import { useAppearance } from '../../_ui/use-appearance.ts'
import { focusComposer } from '../composer/composer-id.ts'
import { TEMPORARY_ADDRESS } from '../temporary-address.ts'
import { useChatShortcuts } from '../use-chat-shortcuts.ts'
import { useCommand } from './use-command.ts'
import type { PaletteOver } from './use-palette.ts'

const layers = latePart(() => import('./layers.tsx'))

/** What can be done on every page, and the palette and the sheet of shortcuts over it. */
export function CommandLayer({
  isAdmin = true,
  inChat = true,
}: {
  /** Whether the reader may open the pages of admins. */
  isAdmin?: boolean
  /** Pages that are no chat have no message field. */
  inChat?: boolean
}) {
  const router = useRouter()
  const [theme, changeTheme] = useAppearance('theme')
  const themes = APPEARANCE.theme.values
  const labels = useTexts().page.themes
  const [layer, setLayer] = useState<'palette' | 'help' | null>(null)
  useChatShortcuts()
  useCommand('palette', () => setLayer('palette'))
  useCommand('help', () => setLayer('help'))
  useCommand('new_chat', () => router.push('/'))
  useCommand('temporary_chat', () => router.push(TEMPORARY_ADDRESS))
  useCommand('message_field', inChat ? focusComposer : null)
  useCommand(
    'theme',
    (value) => changeTheme(themes.find((each) => each === value) ?? 'system'),
    themes.map((value) => ({ value, label: labels[value], isChosen: value === theme })),
  )
  return layer && <Layer layer={layer} isAdmin={isAdmin} inChat={inChat} onClose={() => setLayer(null)} />
}

function Layer({ layer, ...over }: { layer: 'palette' | 'help' } & PaletteOver) {
  const part = useLatePart(layers)
  if (!part) return null
  return layer === 'palette' ? <part.Palette {...over} /> : <part.HelpSheet onClose={over.onClose} />
}
