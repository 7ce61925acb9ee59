'use client'

import { useRef, useState } from 'react'
import { type LateTexts, useLateTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { removed, reworded, steered, told } from './change-queue.ts'
import { focusComposer } from './composer-id.ts'
import { hasKeyboard } from './message-field.tsx'
import { maySteer, type QueuedMessage, textOfQueued } from './queue.ts'
import type { Queue } from './use-queue.ts'
import { withoutMargin } from './use-sending.ts'
import { type Answering, useSteering } from './use-steering.ts'

const SMALL = 'size-8! pointer-coarse:size-11!'

/** What is sent next, in its order, above the field that it was written in. */
export function QueueView({
  queue: { queue, hold, editing, edit, sendNow, change },
  answering,
}: {
  queue: Queue
  answering: Answering
}) {
  const words = useLateTexts().panels
  const waiting = queue.filter(({ key, steers }) => steers && key !== editing)
  useSteering({ ...answering, waiting, onTold: (said, isOver) => change(told(said, isOver)) })
  const running = answering.turnId !== null
  if (queue.length === 0) return null
  return (
    <section
      aria-label={words.queue}
      className="mx-2 rounded-t-card border border-line-control border-b-0 border-dashed text-ui"
    >
      {hold !== null && (
        <p role="status" className="flex items-start gap-2 px-3 pt-2 text-caption">
          <span className="mt-px text-warn">
            <Icon name="alert" size={14} />
          </span>
          {words.hold[hold]}
        </p>
      )}
      <ol className="max-h-40 overflow-y-auto">
        {queue.map((message, at) =>
          message.key === editing ? (
            <li key={message.key} className="p-2">
              <Reword
                message={message}
                onDone={(text) => {
                  change(reworded(message.key, text))
                  edit(null)
                  focusComposer()
                }}
                onCancel={() => {
                  edit(null)
                  focusComposer()
                }}
              />
            </li>
          ) : (
            <li key={message.key} className="flex items-center gap-1 py-1 ps-3 pe-1">
              <span
                title={message.steers ? words.at_step_means : undefined}
                className="min-w-12 shrink-0 text-caption text-muted"
              >
                {placeOf(words, message, at)}
              </span>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {textOfQueued(message) || words.files(message.content.length)}
              </span>
              {running && maySteer(message) && (
                <IconButton
                  icon={LATE_ICONS.steer}
                  size={16}
                  label={message.steers ? words.after_answer : words.into_answer}
                  className={SMALL}
                  onClick={() => change(steered(message.key))}
                />
              )}
              <IconButton
                icon="arrow-up"
                size={16}
                label={running ? words.send_now_and_stop : words.send_now}
                className={SMALL}
                onClick={() => sendNow(message.key)}
              />
              <IconButton
                icon="pencil"
                size={16}
                label={words.edit}
                className={SMALL}
                onClick={() => edit(message.key)}
              />
              <IconButton
                icon="close"
                size={16}
                label={words.remove}
                className={SMALL}
                onClick={() => {
                  change(removed(message.key))
                  focusComposer()
                }}
              />
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

function placeOf(words: LateTexts['panels'], { steers }: QueuedMessage, at: number): string {
  if (steers) return words.at_step
  return at === 0 ? words.next : words.after_that
}

function Reword({
  message,
  onDone,
  onCancel,
}: {
  message: QueuedMessage
  onDone: (text: string) => void
  onCancel: () => void
}) {
  const words = useLateTexts().panels
  const [text, setText] = useState(() => textOfQueued(message))
  const rows = useRef(Math.min(6, text.split('\n').length))
  return (
    <form
      className="flex items-end gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(withoutMargin(text))
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        rows={rows.current}
        aria-label={words.queued}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') {
            // Not the key that stops the answer.
            event.preventDefault()
            onCancel()
          } else if (event.key === 'Enter' && !event.shiftKey && hasKeyboard()) {
            event.preventDefault()
            onDone(withoutMargin(text))
          }
        }}
        className="min-w-0 flex-1 resize-none rounded-control border border-line-control bg-canvas px-2.5 py-1.5 text-base outline-none focus-visible:border-accent md:text-ui"
      />
      <IconButton icon={LATE_ICONS.check} size={16} label={words.keep} type="submit" className={SMALL} />
      <IconButton icon="close" size={16} label={words.cancel} className={SMALL} onClick={onCancel} />
    </form>
  )
}
