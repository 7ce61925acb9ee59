'use client'

import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useLayoutEffect } from 'react'
import { useTexts } from '../../_texts/texts.ts'
import { FIELD_KEYS, isPressed } from '../commands/keys.ts'
import { COMPOSER_ID } from './composer-id.ts'
import type { SendHow } from './use-sending.ts'
import type { SuggestionChoice } from './use-suggestions.ts'

export interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onTextChange: (text: string) => void
  /** With Ctrl or Cmd it is meant at once, whatever runs; with Shift as well, for the answer that is written. */
  onEnter: (how: SendHow) => void
  onPaste: (event: ClipboardEvent) => void
  choice: SuggestionChoice
  /** The arrow up in an empty field; true where it led somewhere. */
  onArrowUp: (() => boolean) | undefined
  placeholder: string
  autoFocus: boolean | undefined
}

/** Where a message is written; the keys also go through the list that an `@` or a `/` brings. */
export function MessageField({
  field,
  text,
  onTextChange,
  onEnter,
  onPaste,
  choice,
  onArrowUp,
  placeholder,
  autoFocus,
}: MessageFieldProps) {
  const words = useTexts().composer
  useResize(field, text)
  useEffect(() => {
    if (autoFocus && hasKeyboard()) field.current?.focus()
  }, [autoFocus, field])

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const meant = isPressed(event, FIELD_KEYS.send_now) ? 'now' : isPressed(event, FIELD_KEYS.steer) ? 'step' : null
    if (choice.takesKey(event)) {
      event.preventDefault()
    } else if (text === '' && isPressed(event, FIELD_KEYS.edit_last)) {
      if (onArrowUp?.()) event.preventDefault()
      // On a phone the Return key makes a new line: there is no other, and the button is under the thumb.
    } else if (meant || (isPressed(event, FIELD_KEYS.send) && hasKeyboard())) {
      event.preventDefault()
      onEnter(meant ?? 'next')
    }
  }

  return (
    <textarea
      ref={field}
      id={COMPOSER_ID}
      rows={1}
      value={text}
      aria-label={words.message}
      aria-autocomplete="list"
      aria-controls={choice.suggestions.length > 0 ? choice.id : undefined}
      aria-activedescendant={choice.chosen && `${choice.id}-${choice.chosen.key}`}
      placeholder={placeholder}
      dir="auto"
      onChange={(event) => {
        onTextChange(event.target.value)
        choice.offerAgain()
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className="field-sizing-content block max-h-[40dvh] w-full resize-none bg-transparent px-4 pt-3.5 pb-2 font-serif text-body leading-normal outline-none placeholder:text-muted"
    />
  )
}

/** On a phone the Return key makes a new line. */
export function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches
}

/** The stylesheet has the field grow with its text: to measure it would lay out the page with each letter. */
const GROWS = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content') === true

/** As high as its text, up to the limit of the stylesheet. */
function useResize(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element || GROWS) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}
