'use client'

import type { RefObject } from 'react'
import { useState } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import type { Attachment } from './attachment.ts'
import type { useAttachments } from './use-attachments.ts'

interface Written {
  text: string
  /** `onItsWay`: from then on. */
  onTextChange: (text: string, onItsWay?: string) => void
  tray: Pick<ReturnType<typeof useAttachments>, 'attachments' | 'take' | 'release' | 'putBack'>
  field: RefObject<HTMLTextAreaElement | null>
}

/** While an answer is written: after it, at once in its place, or into it at its next step. */
export type SendHow = 'next' | 'now' | 'step'

/** Sends what is written. What was refused comes back in front of what was typed since. */
export function useSending(
  { text, onTextChange: setText, tray, field }: Written,
  onSend: (content: TurnContent, how: SendHow, resolution?: PictureDecision) => Promise<void>,
) {
  const words = useTexts().composer
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const reason = refusal(words, text, tray.attachments)

  /** `resolution`: what a model that takes no pictures gets in their place. */
  async function send(how: SendHow, resolution?: PictureDecision) {
    if (reason || sending) return
    const content = contentOf(text, tray.attachments)
    const sentFrom = document.activeElement
    setSending(true)
    setError(null)
    // The field is free at once: what is typed from here on is the next message.
    const taken = tray.take()
    setText('', text)
    try {
      await onSend(content, how, resolution)
      tray.release(taken)
    } catch (cause) {
      const since = field.current?.value
      setText(since ? `${text}\n${since}` : text, '')
      tray.putBack(taken)
      setError(cause)
    } finally {
      setSending(false)
      // Whoever has gone elsewhere meanwhile, to the picker for instance, is not called back.
      const { activeElement } = document
      if (activeElement === sentFrom || activeElement === document.body) field.current?.focus()
    }
  }

  return { send, sending, reason, error, setError, forgetError: () => setError(null) }
}

/** Why it cannot be sent as it is. */
function refusal(words: Texts['composer'], text: string, attachments: readonly Attachment[]): string | null {
  const some = (state: Attachment['upload']['state']) => attachments.some(({ upload }) => upload.state === state)
  if (some('uploading')) return words.still_uploading
  // What could not be uploaded has said so, and holds nothing else up.
  return text.trim() === '' && !some('ready') ? words.write_first : null
}

function contentOf(text: string, attachments: readonly Attachment[]): TurnContent {
  const pictures = attachments.flatMap(({ upload }) => (upload.state === 'ready' ? upload.block : []))
  const message = withoutMargin(text)
  return message === '' ? pictures : [...pictures, { type: 'text', text: message }]
}

/** Empty lines before and white space after say nothing; the indentation of the first line does. */
export function withoutMargin(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
}
