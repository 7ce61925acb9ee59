'use client'

import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { QuestionView } from '../../_content/question-view.tsx'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { focusComposer } from '../composer/composer-id.ts'
import { useLive } from '../live/use-live-session.ts'
import { saidAgain } from './said-again.ts'
import { useAskAnew, useIsBusy } from './use-ask-anew.ts'

/** A question in the writing again. Sent, it begins a branch of its own; the one that stands there is kept. */
export function EditQuestion({ question, text }: { question: PublicMessage; text: string }) {
  const words = useLateTexts().reading
  const live = useLive()
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  const field = useRef<HTMLTextAreaElement>(null)
  const content = saidAgain(question.content, text)
  const rest = question.content.filter(({ type }) => type !== 'text')

  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])

  const write = (next: string) =>
    live.update((state) => ({ ...state, editing: { message_id: question.id, text: next } }))

  function leave() {
    live.update((state) => ({ ...state, editing: null }))
    focusComposer()
  }

  function send() {
    if (busy || content === null || content.length === 0) return
    void askAnew(question, content)
    focusComposer()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // Here it takes back the edit, and stops no answer.
      event.preventDefault()
      leave()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
  }

  return (
    <form
      aria-label={words.edit_question}
      className="space-y-3 rounded-card border border-line-control bg-raised p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={field}
        aria-label={words.question}
        dir="auto"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[50dvh] min-h-20 w-full resize-none bg-transparent px-1.5 font-serif text-body leading-normal outline-none"
      />
      {rest.length > 0 && <QuestionView message={{ content: rest }} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto ps-1.5 text-caption text-muted">{words.kept_version}</p>
        <Button onClick={leave}>{words.cancel}</Button>
        <Button variant="primary" type="submit" disabled={busy || content === null || content.length === 0}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
