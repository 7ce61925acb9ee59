'use client'

import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { QuestionView } from '../../_content/question-view.tsx'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { focusComposer } from '../composer/composer-id.ts'
import type { Editing } from '../live/session-state.ts'
import { useLive } from '../live/use-live-session.ts'
import { forgetEdit, keepEdit } from './kept-edits.ts'
import { saidAgain } from './said-again.ts'
import { useAskAnew, useIsBusy } from './use-ask-anew.ts'

/** A question in the writing again. Sent, it begins a branch of its own; the one that stands there is kept. */
export function EditQuestion({
  question,
  editing: { text, isFromBefore },
}: {
  question: PublicMessage
  editing: Editing
}) {
  const words = useLateTexts().reading
  const live = useLive()
  const askAnew = useAskAnew()
  const busy = useIsBusy()
  const field = useRef<HTMLTextAreaElement>(null)
  const content = saidAgain(question.content, text)
  const rest = question.content.filter(({ type }) => type !== 'text')

  // One that was left so does not take the focus from the message field when its chat is opened.
  useEffect(() => {
    const element = field.current
    if (isFromBefore || !element || element === document.activeElement) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [isFromBefore])

  function write(next: string) {
    keepEdit(live.id, question, next)
    live.update((state) => ({ ...state, editing: { message_id: question.id, text: next } }))
  }

  function leave() {
    forgetEdit(live.id, question.id)
    live.update((state) => ({ ...state, editing: null }))
    focusComposer()
  }

  async function send() {
    if (busy || content === null || content.length === 0) return
    const asked = askAnew(question, content)
    focusComposer()
    if ((await asked) !== null) forgetEdit(live.id, question.id, text)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // Here it takes back the edit, and stops no answer.
      event.preventDefault()
      leave()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
  }

  return (
    <form
      aria-label={words.edit_question}
      data-message={question.id}
      className="space-y-3 rounded-card border border-line-control bg-raised p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={field}
        aria-label={words.question}
        dir="auto"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => isFromBefore && write(text)}
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
