'use client'

import { clsx } from 'clsx'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { ShareFinding } from '#lib/canonical/share-finding.ts'
import { type BlockPlace, FramedBy } from '../_content/block-frame.tsx'
import { ownUpload, SurroundedBy } from '../_content/surrounding.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { isSamePlace } from './share-choice.ts'
import { type NamedModels, SharedConversation } from './shared-conversation.tsx'

/** Of the page that will be; its pictures are still the uploads of the chat. */
const SURROUNDING = { isWhole: false, takesPictures: false, uploadAddress: ownUpload }

/** So many messages are shown before somebody asks for all of them. */
const SHOWN_AT_FIRST = 100

interface Chosen {
  hidden: readonly BlockPlace[]
  findings: readonly ShareFinding[]
  onToggle: (place: BlockPlace) => void
}

const ChosenContext = createContext<Chosen>({ hidden: [], findings: [], onToggle: () => undefined })

/** Exactly what will be shown, where each part can be hidden by a click. */
export function SharePreview({
  messages,
  models,
  ...chosen
}: Chosen & { messages: readonly PublicMessage[]; models: NamedModels }) {
  const words = useLateTexts().shares
  const [isAll, setAll] = useState(false)
  const shown = isAll ? messages : messages.slice(0, SHOWN_AT_FIRST)
  return (
    <ChosenContext value={chosen}>
      <FramedBy value={PreviewBlock}>
        <SurroundedBy value={SURROUNDING}>
          <SharedConversation messages={shown} models={models} />
        </SurroundedBy>
      </FramedBy>
      {shown.length < messages.length && (
        <Button className="mt-6 w-full" onClick={() => setAll(true)}>
          {words.show_rest(messages.length - shown.length)}
        </Button>
      )}
    </ChosenContext>
  )
}

function PreviewBlock({ children, ...place }: BlockPlace & { children: ReactNode }) {
  const words = useLateTexts().shares
  const { hidden, findings, onToggle } = useContext(ChosenContext)
  const isHidden = hidden.some((each) => isSamePlace(each, place))
  const found = findings.filter(({ message_id, block }) => message_id === place.message_id && block === place.block)
  const open = found.filter(({ masked }) => !masked)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the button
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button
    <div
      data-place={placeName(place)}
      className={clsx(
        'shared-block group/block relative rounded-control hover:shadow-[0_0_0_0.375rem_var(--hover)] has-[>button:focus-visible]:shadow-[0_0_0_0.375rem_var(--hover)]',
        open.length > 0 && 'shadow-[0_0_0_0.25rem_var(--warn-line)]',
      )}
      onClick={({ target }) => {
        const isOfBlock = target instanceof Element && !target.closest('a, button, summary, input, pre')
        if (isOfBlock && getSelection()?.isCollapsed !== false) onToggle(place)
      }}
    >
      {children}
      {found.length > 0 && (
        <p className="mt-1 inline-flex items-center gap-1.5 rounded-mark bg-warn-soft px-1.5 text-caption text-warn">
          <Icon name={open.length > 0 ? 'alert' : LATE_ICONS.lock} size={14} />
          {open.length > 0 ? words.found_here(open.length) : words.masked_here(found.length)}
        </p>
      )}
      <button
        type="button"
        aria-pressed={isHidden}
        aria-label={words.hide_part}
        title={isHidden ? words.show_part : words.hide_part}
        onClick={() => onToggle(place)}
        className="absolute -end-1 -top-1 inline-grid size-8 place-items-center rounded-control border border-line bg-raised text-muted opacity-0 hover:text-ink focus-visible:opacity-100 aria-pressed:text-accent aria-pressed:opacity-100 group-hover/block:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
      >
        <Icon name={isHidden ? LATE_ICONS.eye : 'close'} size={14} />
      </button>
    </div>
  )
}

export function placeName({ message_id, block }: { message_id: string; block: number | null }): string {
  return `${message_id}:${block}`
}
