'use client'

import { latePart, useLatePart } from '../../_content/late-part.ts'

const shareDialog = latePart(() => import('../../_share/share-dialog.tsx'))

/** Opened from the menu of a chat, from its head and by its command; loaded when it is opened first. */
export function LateShareDialog(props: Parameters<typeof import('../../_share/share-dialog.tsx').ShareDialog>[0]) {
  const part = useLatePart(shareDialog)
  return part ? <part.ShareDialog {...props} /> : null
}
