'use client'

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type LateTexts, useLateTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { useFind } from './use-find.ts'
import { FIND_ID } from './use-find-key.ts'

export interface FindBarProps {
  content: RefObject<HTMLElement | null>
  /** Shows a message. */
  goTo: (messageId: string) => void
  /** The words are in view, wherever in the message they stand. */
  onShown: () => void
  onClose: () => void
}

/** Looks for words in all messages of the conversation, whether they are here or not. */
export function FindBar({ content, goTo, onShown, onClose }: FindBarProps) {
  const texts = useLateTexts().reading
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const { at, total, state, step } = useFind({ content, words, goTo, onShown })

  useEffect(() => field.current?.select(), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // It closes this, and stops no answer.
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      step(event.shiftKey ? -1 : 1)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: where it is typed into is a form, and its name is newer than many browsers
    <form
      id={FIND_ID}
      role="search"
      onSubmit={(event) => event.preventDefault()}
      aria-label={texts.find}
      onKeyDown={onKeyDown}
      className="absolute end-4 top-3 z-10 flex max-w-[calc(100%-2rem)] items-center gap-1 rounded-control border border-line-control bg-raised p-1 shadow-float print:hidden"
    >
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a key
        autoFocus
        type="text"
        aria-label={texts.find}
        placeholder={texts.find_short}
        enterKeyHint="next"
        dir="auto"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        className="min-h-8 w-52 min-w-0 bg-transparent px-2 text-ui outline-none placeholder:text-muted pointer-coarse:min-h-11"
      />
      <span role="status" className="min-w-16 shrink-0 px-1 text-end text-muted text-small">
        {resultLabel(texts, state, at, total)}
      </span>
      <IconButton
        icon="chevron-up"
        label={texts.previous}
        className={SMALL}
        disabled={total === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="chevron-down"
        label={texts.next}
        className={SMALL}
        disabled={total === 0}
        onClick={() => step(1)}
      />
      <IconButton icon="close" label={texts.close} className={SMALL} onClick={onClose} />
    </form>
  )
}

const SMALL = 'size-8! pointer-coarse:size-11!'

function resultLabel(
  texts: LateTexts['reading'],
  state: 'idle' | 'looking' | 'failed' | 'done',
  at: number,
  total: number,
): string {
  if (state === 'failed') return texts.not_looked
  if (state === 'idle' || (state === 'looking' && total === 0)) return ''
  return total === 0 ? texts.not_found : texts.found(at + 1, total)
}
