'use client'

import type { FormEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { forgetDraft, rememberDraft } from '../_chat/composer/draft-store.ts'
import { writeQueue } from '../_chat/composer/queue.ts'
import { errorWords } from '../_client/error-words.ts'
import { useAllSessions, useDeletion } from '../_client/use-all-sessions.ts'
import { dropEveryChat } from '../_offline/all-kept.ts'
import { FIELD } from '../_providers/field.tsx'
import { useLateTexts, useTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'

/** Deletes all chats in two steps, and brings back what was deleted in the last hour. */
export function AllChatsSettings() {
  const texts = useTexts()
  const words = useLateTexts().settings
  const { data } = useAllSessions()
  const remembered = useRef<(() => void)[]>([])
  const status = useRef<HTMLParagraphElement>(null)
  const [said, setSaid] = useState<string | null>(null)
  // What was pressed is gone with the chats.
  useEffect(() => {
    if (said !== null) status.current?.focus()
  }, [said])
  const { isBusy, error, deleteAll, restore } = useDeletion({
    onDeleted(ids) {
      remembered.current = ids.map(rememberDraft)
      for (const id of ids) {
        forgetDraft(id)
        writeQueue(id, [])
      }
      void dropEveryChat()
    },
    onRestored() {
      for (const remember of remembered.current) remember()
      remembered.current = []
    },
  })
  if (!data) return null

  async function bringBack(at: string) {
    const restored = await restore(at)
    if (restored !== null) setSaid(words.all_restored(restored))
  }

  return (
    <section aria-labelledby="all-chats">
      <h2 id="all-chats" className="mt-8 mb-2 font-semibold font-serif text-h2">
        {words.all_chats}
      </h2>
      <p className="mb-3 max-w-[42em] text-ink-soft">
        {data.chats === 0 ? words.all_none : words.all_about(data.chats, data.running)}
      </p>
      {data.chats > 0 && (
        <DeleteAll
          chats={data.chats}
          isBusy={isBusy}
          onDelete={async () => {
            const outcome = await deleteAll(data.chats)
            if (outcome) setSaid(words.all_deleted(outcome.deleted, outcome.left))
          }}
        />
      )}
      <p ref={status} role="status" tabIndex={-1} className="mt-3 max-w-[42em] outline-none empty:hidden">
        {error === null && said}
      </p>
      <p role="alert" className="mt-3 max-w-[42em] text-danger empty:hidden">
        {error !== null && errorWords(texts, error)}
      </p>
      {data.deleted.length > 0 && (
        <ul aria-label={words.all_deletions} className="mt-4 max-w-3xl border-line-strong border-t">
          {data.deleted.map(({ at, chats }) => (
            <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2">
              <span className="flex-1">{words.all_deletion(chats, texts.format.clock(new Date(at)))}</span>
              <Button
                aria-label={words.all_restore_of(chats, texts.format.clock(new Date(at)))}
                disabled={isBusy}
                onClick={() => void bringBack(at)}
                className="pointer-coarse:min-h-11"
              >
                {words.all_restore}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The number of chats, typed, says that somebody has read it. */
function DeleteAll({ chats, isBusy, onDelete }: { chats: number; isBusy: boolean; onDelete: () => Promise<void> }) {
  const words = useLateTexts().settings
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const isSure = typed.replace(/\D/g, '') === String(chats)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSure || isBusy) return
    await onDelete()
    close()
  }

  function close() {
    setAsked(false)
    setTyped('')
    opener.current?.focus()
  }

  return (
    <>
      <Button
        ref={opener}
        variant="danger"
        aria-expanded={isAsked}
        onClick={() => (isAsked ? close() : setAsked(true))}
        className="pointer-coarse:min-h-11"
      >
        {words.all_delete(chats)}
      </Button>
      {isAsked && (
        <form onSubmit={(event) => void submit(event)} className="mt-3 max-w-xl">
          <label htmlFor={id} className="mb-1 block">
            {words.all_type(chats)}
          </label>
          <div className="flex flex-wrap gap-2">
            <input
              id={id}
              // biome-ignore lint/a11y/noAutofocus: the question was just asked for
              autoFocus
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className={`${FIELD} w-32! flex-none`}
            />
            <Button type="submit" variant="danger" disabled={!isSure || isBusy} className="pointer-coarse:min-h-11">
              {isBusy ? words.all_deleting : words.all_delete_now}
            </Button>
            <Button onClick={close} className="pointer-coarse:min-h-11">
              {words.all_keep}
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
