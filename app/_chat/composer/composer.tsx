'use client'

import { clsx } from 'clsx'
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import { useModels } from '../../_client/use-api.ts'
import { onPictureWish, pictureAddress } from '../../_content/picture-address.ts'
import { IconButton } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { Spinner } from '../../_ui/spinner.tsx'
import { Notice } from '../notice.tsx'
import { aliasOf, aliasSuggestions } from './alias.ts'
import { AliasList } from './alias-list.tsx'
import { AttachmentTray } from './attachment-tray.tsx'
import { COMPOSER_ID } from './composer-id.ts'
import { SendError } from './send-error.tsx'
import { ACCEPTED_TYPES, releasePreviews, useAttachments } from './use-attachments.ts'
import { useFileDrop } from './use-file-drop.ts'

export interface ComposerProps {
  text: string
  onTextChange: (text: string) => void
  /** Rejects when the message was refused: then what was typed comes back. */
  onSend: (content: TurnContent) => Promise<void>
  /** A turn is running: typing goes on, sending waits. */
  busy?: boolean
  /** Stands beside the send button, for instance a way to stop. */
  action?: ReactNode
  /** Stands at the left: the model picker. */
  children?: ReactNode
  autoFocus?: boolean
}

export function Composer({
  text,
  onTextChange: setText,
  onSend,
  busy = false,
  action,
  children,
  autoFocus,
}: ComposerProps) {
  const { attachments, addFiles, addAddress, remove, take, putBack } = useAttachments()
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState(false)
  /** The address of a picture that was pasted and may be meant to be seen. */
  const [pasted, setPasted] = useState<string | null>(null)
  const { dragging } = useFileDrop(addFiles)
  usePictureWish((address) => {
    addAddress(address)
    field.current?.focus()
  })
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const listId = useId()
  const models = useModels().data?.models ?? []
  const suggestions = dismissed ? [] : aliasSuggestions(text, models)
  const chosen = suggestions[Math.min(active, suggestions.length - 1)]
  const oneTime = text.startsWith('@') ? aliasOf(text, models) : undefined

  const uploading = attachments.some(({ upload }) => upload.state === 'uploading')
  const failed = attachments.some(({ upload }) => upload.state === 'failed')
  const empty = text.trim() === '' && attachments.length === 0
  const reason = refusal({ empty, busy, uploading, failed })

  useResize(field, text)
  useEffect(() => {
    if (autoFocus && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [autoFocus])

  async function send() {
    if (reason || sending) return
    const pictures = attachments.flatMap(({ upload }) => (upload.state === 'ready' ? upload.block : []))
    const message = withoutMargin(text)
    const content: TurnContent = message === '' ? pictures : [...pictures, { type: 'text', text: message }]
    const sentFrom = document.activeElement
    setSending(true)
    setError(null)
    // The field is free at once: what is typed from here on is the next message.
    const taken = take()
    setText('')
    try {
      await onSend(content)
      releasePreviews(taken)
    } catch (cause) {
      const since = field.current?.value
      setText(since ? `${text}\n${since}` : text)
      putBack(taken)
      setError(cause)
    } finally {
      setSending(false)
      // Whoever has gone elsewhere meanwhile, to the picker for instance, is not called back.
      const { activeElement } = document
      if (activeElement === sentFrom || activeElement === document.body) field.current?.focus()
    }
  }

  function complete(alias: string) {
    setText(`@${alias} `)
    setActive(0)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)
    if (chosen && plain && event.key === 'Escape') {
      event.preventDefault()
      setDismissed(true)
      return
    }
    if (chosen && plain && event.key in LIST_KEYS) {
      event.preventDefault()
      const step = LIST_KEYS[event.key as keyof typeof LIST_KEYS]
      if (step === 0) complete(chosen.alias)
      else setActive((active + step + suggestions.length) % suggestions.length)
      return
    }
    // On a phone the Return key makes a new line: there is no other, and the button is under the thumb.
    if (event.key === 'Enter' && !event.shiftKey && matchMedia('(pointer: fine)').matches) {
      event.preventDefault()
      void send()
    }
  }

  function attachPasted(address: string) {
    setPasted(null)
    setText(text.replace(address, '').trim())
    addAddress(address)
    field.current?.focus()
  }

  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData
    setPasted(pictureAddress(event.clipboardData.getData('text/plain')))
    const pictures = [...files].filter((file) => file.type.startsWith('image/'))
    // Word processors add a picture of the text that was copied; a copied file comes with its name, but never as HTML.
    const isText = types.includes('text/plain') && types.includes('text/html')
    if (pictures.length === 0 || isText) return
    event.preventDefault()
    addFiles(pictures)
  }

  return (
    <div className="column pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {error !== null && <SendError error={error} onDismiss={() => setError(null)} />}
      <form
        aria-label="Message"
        className={clsx(
          'relative rounded-2xl border bg-raised shadow-float transition-colors has-[textarea:focus]:border-accent/70',
          dragging ? 'border-accent' : 'border-line',
        )}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {suggestions.length > 0 && (
          <AliasList id={listId} suggestions={suggestions} active={chosen} onChoose={complete} />
        )}
        <AttachmentTray attachments={attachments} onRemove={remove} />
        <textarea
          ref={field}
          id={COMPOSER_ID}
          rows={1}
          value={text}
          aria-label="Message"
          aria-autocomplete="list"
          aria-controls={suggestions.length > 0 ? listId : undefined}
          aria-activedescendant={chosen && `${listId}-${chosen.alias}`}
          placeholder={dragging ? 'Drop pictures here' : 'Ask anything, @ for a model'}
          dir="auto"
          onChange={(event) => {
            setText(event.target.value)
            setDismissed(false)
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="block max-h-[40dvh] w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-base outline-none placeholder:text-muted md:text-[0.9375rem]"
        />
        {oneTime && (
          <Notice>
            For this message only: <strong className="font-medium">{oneTime.label}</strong>
            {!oneTime.configured && !oneTime.scripted && ', which is not configured'}
          </Notice>
        )}
        {pasted !== null && text.includes(pasted) && (
          <Notice>
            <button
              type="button"
              className="font-medium text-accent hover:underline"
              onClick={() => attachPasted(pasted)}
            >
              Attach the picture
            </button>{' '}
            from {new URL(pasted).host}: this server fetches it and keeps a copy
          </Notice>
        )}
        <div className="flex items-center gap-1 p-2">
          <IconButton icon="paperclip" label="Attach pictures" onClick={() => picker.current?.click()} />
          <input
            ref={picker}
            type="file"
            accept={ACCEPTED_TYPES}
            multiple
            hidden
            aria-label="Pictures"
            onChange={(event) => {
              addFiles(event.target.files ?? [])
              event.target.value = ''
            }}
          />
          {children}
          <span className="flex-1" />
          {action}
          <button
            type="submit"
            aria-label="Send"
            // Still focusable while it cannot send, so that its reason can be found.
            aria-disabled={reason !== null || sending}
            title={reason ?? 'Send (Enter)'}
            className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent text-accent-ink transition-opacity hover:opacity-90 aria-disabled:bg-bubble aria-disabled:text-muted"
          >
            {sending ? <Spinner size={16} /> : <Icon name="arrow-up" />}
          </button>
        </div>
      </form>
    </div>
  )
}

function usePictureWish(onWish: (address: string) => void) {
  const fulfil = useEffectEvent(onWish)
  useEffect(() => onPictureWish((address) => fulfil(address)), [])
}

const LIST_KEYS = { ArrowDown: 1, ArrowUp: -1, Tab: 0, Enter: 0 } as const

function refusal(is: { empty: boolean; busy: boolean; uploading: boolean; failed: boolean }): string | null {
  if (is.busy) return 'Wait for the answer, or stop it (Esc)'
  if (is.empty) return 'Write a message first'
  if (is.uploading) return 'A picture is still being uploaded'
  if (is.failed) return 'Remove the picture that could not be uploaded'
  return null
}

/** Empty lines before and white space after say nothing; the indentation of the first line does. */
function withoutMargin(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
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
