'use client'

import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useLayoutEffect } from 'react'
import { COMPOSER_ID } from './composer-id.ts'
import type { AliasChoice } from './use-alias-list.ts'
import type { SendHow } from './use-sending.ts'

export interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onTextChange: (text: string) => void
  /** With Ctrl or Cmd it is meant at once, whatever runs. */
  onEnter: (how: SendHow) => void
  onPaste: (event: ClipboardEvent) => void
  aliases: AliasChoice
  placeholder: string
  autoFocus: boolean | undefined
}

/** Where a message is written; the keys also go through the list of models that an `@` brings. */
export function MessageField({
  field,
  text,
  onTextChange,
  onEnter,
  onPaste,
  aliases,
  placeholder,
  autoFocus,
}: MessageFieldProps) {
  useResize(field, text)
  useEffect(() => {
    if (autoFocus && hasKeyboard()) field.current?.focus()
  }, [autoFocus, field])

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const isNow = event.ctrlKey || event.metaKey
    if (aliases.takesKey(event)) {
      event.preventDefault()
      // On a phone the Return key makes a new line: there is no other, and the button is under the thumb.
    } else if (event.key === 'Enter' && (isNow || (!event.shiftKey && hasKeyboard()))) {
      event.preventDefault()
      onEnter(isNow ? 'now' : 'next')
    }
  }

  return (
    <textarea
      ref={field}
      id={COMPOSER_ID}
      rows={1}
      value={text}
      aria-label="Message"
      aria-autocomplete="list"
      aria-controls={aliases.suggestions.length > 0 ? aliases.id : undefined}
      aria-activedescendant={aliases.chosen && `${aliases.id}-${aliases.chosen.alias}`}
      placeholder={placeholder}
      dir="auto"
      onChange={(event) => {
        onTextChange(event.target.value)
        aliases.offerAgain()
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className="block max-h-[40dvh] w-full resize-none bg-transparent px-4 pt-3.5 pb-2 font-serif text-body leading-normal outline-none placeholder:text-muted"
    />
  )
}

/** On a phone the Return key makes a new line. */
export function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches
}

/** As high as its text, up to the limit of the stylesheet. */
function useResize(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}
