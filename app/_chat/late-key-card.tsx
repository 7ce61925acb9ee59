'use client'

import { latePart, useLatePart } from '../_content/late-part.ts'

const card = latePart(async () => (await import('../_providers/key-card.tsx')).KeyCard)

/** Loaded after the page: who has a key never needs it. */
export function LateKeyCard() {
  const KeyCard = useLatePart(card)
  return KeyCard ? <KeyCard /> : null
}
