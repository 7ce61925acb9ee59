'use client'

import { useRef, useState } from 'react'
import { useLateTexts } from '../../_texts/texts.ts'

/** A name that is being changed. `onDone` says whether the field had the focus and gives it up. */
export function TitleField({
  title,
  label,
  longest = 200,
  onDone,
  onCancel,
}: {
  title: string
  label?: string
  longest?: number
  onDone: (title: string, refocus: boolean) => void
  onCancel: () => void
}) {
  const words = useLateTexts().chat_actions
  const [text, setText] = useState(title)
  // Going away, the field loses the focus and would be done a second time.
  const over = useRef(false)

  function end(run: () => void) {
    if (over.current) return
    over.current = true
    run()
  }

  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it appears because its user asked to rename
      autoFocus
      aria-label={label ?? words.title}
      dir="auto"
      value={text}
      maxLength={longest}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(() => onDone(text.trim(), false))}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || !/^(Enter|Escape)$/.test(event.key)) return
        // What has the focus next would be pressed by the same key.
        event.preventDefault()
        end(event.key === 'Enter' ? () => onDone(text.trim(), true) : onCancel)
      }}
      className="min-h-[calc(var(--row)-0.125rem)] w-full pointer-coarse:min-h-11 rounded-control border border-accent bg-raised px-2 text-base outline-none md:text-ui"
    />
  )
}
