'use client'

import { useAdminTexts } from '../_texts/admin-texts.ts'
import { Tag } from './tag.tsx'
import { useUnpriced } from './use-unpriced.ts'

/** How many models wait for a price; nothing where none does. */
export function UnpricedTag() {
  const words = useAdminTexts().administration
  const count = useUnpriced()?.length ?? 0
  if (count === 0) return null
  return (
    <Tag tone="warn" title={words.unpriced_about(count)}>
      {words.unpriced(count)}
    </Tag>
  )
}
