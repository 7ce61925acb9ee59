'use client'

import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import type { ComponentType, FormEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Model } from '#lib/api/model.ts'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import { useModels } from '../../_client/use-api.ts'
import { usePresets } from '../../_client/use-presets.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { latePart, useLatePart } from '../../_content/late-part.ts'
import { onPictureWish } from '../../_content/picture-address.ts'
import { useHeldKeys } from '../../_content/use-held-keys.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Notice } from '../notice.tsx'
import type { Attachment } from './attachment.ts'
import type { CommandMeans } from './commands-for.ts'
import { COMPOSER_ID, focusComposerByKeyboard } from './composer-id.ts'
import { LateSendError } from './late-send-error.ts'
import { MessageField } from './message-field.tsx'
import { PictureButton } from './picture-button.tsx'
import type { Written } from './said-after-all.tsx'
import { SendButton } from './send-button.tsx'
import { aliasOf } from './several-models.ts'
import { awaitedSuggestions } from './suggestion.ts'
import { useAttachments } from './use-attachments.ts'
import { useFileDrop } from './use-file-drop.ts'
import { usePaste } from './use-paste.ts'
import { type SendHow, useSending } from './use-sending.ts'
import { useSuggestions } from './use-suggestions.ts'

const PictureWays = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.PictureWays))

const OneTimeModel = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.OneTimeModel))

const PastedPicture = lateComponent(
  behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.PastedPicture),
)

const SuggestionList = lateComponent(async () => (await import('./late-parts.ts')).PARTS.SuggestionList)

const SUGGESTIONS = latePart(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.suggestionsFor))

const AttachmentTray = lateComponent(
  behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.AttachmentTray),
)

export interface ComposerProps {
  /** Under what it is kept. */
  draft: string
  text: string
  /** `onItsWay`: what was sent from then on; it stays kept. */
  onTextChange: (text: string, onItsWay?: string) => void
  /** Rejects when the message was refused: then what was typed comes back. */
  onSend: (content: TurnContent, how: SendHow, resolution?: PictureDecision) => Promise<void>
  /** Shows what can be done where no model takes the message. */
  onWays?: (() => void) | undefined
  /** Chooses who gets it. */
  onModel: (id: string | null) => void
  /** A turn is running: what is sent waits for its end, or stops it where the person wants that. */
  busy?: boolean
  /** Stands beside the send button, for instance a way to stop. */
  action?: ReactNode
  /** What is to be known of this message before it is sent. */
  notes?: readonly string[]
  /** Who gets the message, unless it names another. */
  model?: Model | undefined
  /** What a `/` at its beginning may do. */
  commands: CommandMeans
  onArrowUp?: () => boolean
  /** Looks, in a chat, whether what came back into the field was said. */
  watch?: ComponentType<Written>
  /** Stands at the left: the model picker. */
  children?: ReactNode
  autoFocus?: boolean
}

export function Composer(props: ComposerProps) {
  const {
    text,
    onTextChange,
    onSend,
    busy = false,
    notes = [],
    commands,
    action,
    watch: Watch,
    children,
    autoFocus,
  } = props
  const texts = useTexts()
  const words = texts.composer
  const field = useRef<HTMLTextAreaElement>(null)
  const models = useModels().data?.models ?? []
  const tray = useAttachments(props.draft)
  const { dragging } = useFileDrop(tray.addFiles)
  const pasted = usePaste(tray.addFiles, tray.addText)
  const router = useRouter()
  const presets = usePresets({ enabled: text.startsWith('/') }).data ?? []
  const suggest = useLatePart(SUGGESTIONS)
  useHeldKeys(suggest !== undefined, choosesCommand)
  const known = { models, presets, onGo: router.push }
  const choice = useSuggestions(suggest ? suggest(texts, text, commands, known, writeOn) : awaitedSuggestions(text))
  const { send, sending, reason, error, setError, forgetError } = useSending(
    { text, onTextChange, tray, field },
    onSend,
  )
  usePictureWish(attach)

  function writeOn(next: string) {
    onTextChange(next)
    field.current?.focus()
  }

  async function textAgain(attachment: Attachment) {
    try {
      const pasted = await tray.wordsOf(attachment)
      if (pasted === null) return
      tray.remove(attachment.key)
      writeOn([field.current?.value, pasted].filter(Boolean).join('\n'))
    } catch (cause) {
      setError(cause)
    }
  }

  function remove(key: number) {
    tray.remove(key)
    focusComposerByKeyboard()
  }

  function again(key: number) {
    tray.again(key)
    focusComposerByKeyboard()
  }

  function attach(address: string) {
    tray.addAddress(address)
    field.current?.focus()
  }

  function attachPasted(address: string) {
    pasted.forget()
    onTextChange(text.replace(address, '').trim())
    attach(address)
  }

  function chooseModel(id: string | null) {
    forgetError()
    props.onModel(id)
    focusComposerByKeyboard()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void send('next')
  }

  return (
    <div className="column pb-2">
      {error !== null && (
        <LateSendError error={error} onDismiss={forgetError} onWays={props.onWays}>
          <PictureWays
            error={error}
            disabled={reason !== null}
            model={props.model?.id ?? null}
            onDescribe={() => void send('next', 'describe')}
            onModel={chooseModel}
          />
        </LateSendError>
      )}
      <form
        aria-label={words.message}
        className={clsx(FORM, dragging ? 'border-accent' : 'border-line-control')}
        onSubmit={onSubmit}
      >
        {(choice.chosen || choice.nothing !== null) && <SuggestionList choice={choice} />}
        <AttachmentTray
          attachments={tray.attachments}
          model={aliasOf(text, models) ?? props.model}
          onRemove={remove}
          onAgain={again}
          onTextAgain={(attachment) => void textAgain(attachment)}
        />
        <MessageField
          field={field}
          text={text}
          onTextChange={onTextChange}
          onEnter={(how) => void send(how)}
          onPaste={pasted.onPaste}
          choice={choice}
          onArrowUp={props.onArrowUp}
          placeholder={dragging ? words.drop : busy ? words.write_on : words.ask}
          autoFocus={autoFocus}
        />
        {Watch && <Watch text={text} onTextChange={onTextChange} tray={tray} onSaid={forgetError} />}
        <OneTimeModel text={text} models={models} onTextChange={onTextChange} />
        {notes.map((note) => (
          <Notice key={note}>{note}</Notice>
        ))}
        {pasted.address !== null && text.includes(pasted.address) && (
          <PastedPicture address={pasted.address} onAttach={attachPasted} />
        )}
        <div className="flex items-center gap-0.5 px-2 pt-1 pb-2">
          <PictureButton onPick={tray.addFiles} />
          {children}
          <span className="flex-1" />
          {action}
          <SendButton reason={reason} sending={sending} busy={busy} />
        </div>
      </form>
    </div>
  )
}

/** Return, behind what may become a command. */
function choosesCommand({ key, shiftKey, isComposing, target }: KeyboardEvent): boolean {
  const isReturn = key === 'Enter' && !shiftKey && !isComposing
  if (!isReturn || !(target instanceof HTMLTextAreaElement) || target.id !== COMPOSER_ID) return false
  return awaitedSuggestions(target.value).nothing !== null
}

const FORM = 'relative rounded-sheet border bg-raised shadow-float transition-colors has-[textarea:focus]:border-accent'

function usePictureWish(onWish: (address: string) => void) {
  const fulfil = useEffectEvent(onWish)
  useEffect(() => onPictureWish((address) => fulfil(address)), [])
}
