'use client'

import { useEffect, useEffectEvent } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { forgetDraft, NEW_CHAT, readKept } from './draft-store.ts'
import { textOfQueued } from './queue.ts'
import { keptSent, readSent, type Sent } from './sent.ts'
import type { useAttachments } from './use-attachments.ts'

export interface Written {
  text: string
  onTextChange: (text: string) => void
  tray: Pick<ReturnType<typeof useAttachments>, 'attachments' | 'remove'>
  onSaid: () => void
}

/** What came back into the field because no answer came leaves it once it is seen to have been said; so on the start page. */
export function SaidAfterAll({ text, onTextChange, tray: { attachments, remove }, onSaid }: Written) {
  const { id } = useLive()
  const path = useSessionState(({ tree }) => tree.path)
  const look = useEffectEvent(() => {
    const begun = readSent(NEW_CHAT)
    const first = begun?.begins === id ? saidIn(path, begun) : null
    if (first && readKept('draft', NEW_CHAT).trim() === textOfQueued({ content: first })) forgetDraft(NEW_CHAT)
    const said = saidIn(path, readSent(id))
    if (!said) return
    const words = textOfQueued({ content: said })
    const left = behind(text.trimStart(), words)
    const data = said.map((block) => (block.type === 'text' ? null : block.source.data))
    const files = attachments.filter(
      ({ upload }) => upload.state === 'ready' && data.includes(upload.block.source.data),
    )
    if (left === null || files.length + words.length === 0) return
    keptSent(id, null).write(null)
    onTextChange(left)
    for (const { key } of files) remove(key)
    onSaid()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks with each of these
  useEffect(() => look(), [path, text, attachments])
  return null
}

/** What was sent, where a message of the path is that. */
function saidIn(path: readonly PublicMessage[], sent: Sent | null): TurnContent | null {
  const said = sent && contentOf(sent)
  if (!said) return null
  const words = textOfQueued({ content: said })
  const isThat = ({ role, parent_id, content }: PublicMessage) =>
    role === 'user' && parent_id === sent.after && textOfQueued({ content }) === words
  return path.some(isThat) ? said : null
}

/** Of a field, what was written after these words; null where it does not begin with them. */
function behind(text: string, words: string): string | null {
  const rest = text.startsWith(words) ? text.slice(words.length) : null
  if (words === '' || rest === null) return rest
  return rest.trimStart() === '' ? '' : rest.startsWith('\n') ? rest.slice(1) : null
}

function contentOf({ said }: Sent): TurnContent | null {
  try {
    const { content } = JSON.parse(said) as { content?: TurnContent }
    return Array.isArray(content) ? content : null
  } catch {
    return null
  }
}
