'use client'

import { clsx } from 'clsx'
import { type SessionPart, WHOLE_LIST } from '../../_client/session-part.ts'
import { useLabels } from '../../_client/use-api.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import type { IconName } from '../../_ui/icon.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { moveFocus } from '../../_ui/move-focus.ts'
import { Popover } from '../../_ui/popover.tsx'

/** Which chats are listed: all, those of a folder or with a tag, or the archive. */
export function PartMenu({
  part,
  onPick,
  onTitles,
}: {
  part: SessionPart
  onPick: (part: SessionPart) => void
  onTitles: () => void
}) {
  const words = useTexts().chats
  const name = nameOf(words, part)
  return (
    <Popover
      label={words.to_list}
      role="menu"
      className="w-60 max-w-[calc(100vw-1rem)] p-1"
      trigger={(props) => (
        <button
          {...props}
          aria-label={words.listed(name)}
          className="flex min-h-(--row) min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-ink-soft text-small hover:bg-hover hover:text-ink"
        >
          <Icon name={iconOf(part)} size={15} />
          <span className="min-w-0 truncate" dir="auto">
            {name}
          </span>
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <Parts
          chosen={part}
          onPick={(next) => {
            close()
            onPick(next)
          }}
          onTitles={() => {
            close()
            onTitles()
          }}
        />
      )}
    </Popover>
  )
}

export function nameOf(words: Texts['chats'], { archived, folder, tag }: SessionPart): string {
  if (archived) return words.archive
  return folder ?? (tag === null ? words.all : tag)
}

function iconOf({ archived, folder, tag }: SessionPart): IconName {
  if (archived) return 'archive'
  if (folder !== null) return 'folder'
  return tag === null ? 'mind' : 'tag'
}

function Parts({
  chosen,
  onPick,
  onTitles,
}: {
  chosen: SessionPart
  onPick: (part: SessionPart) => void
  onTitles: () => void
}) {
  const words = useTexts().chats
  const { data } = useLabels()
  const folders = (data?.folders ?? []).map(({ name, chats }) => ({ part: { ...WHOLE_LIST, folder: name }, chats }))
  const tags = (data?.tags ?? []).map(({ name, chats }) => ({ part: { ...WHOLE_LIST, tag: name }, chats }))
  const rows = [
    { part: WHOLE_LIST, chats: null },
    { part: { ...WHOLE_LIST, archived: true }, chats: null },
    ...folders,
    ...tags,
  ]
  return (
    <>
      {rows.map(({ part, chats }) => (
        <button
          key={JSON.stringify(part)}
          type="button"
          role="menuitemradio"
          aria-checked={nameOf(words, part) === nameOf(words, chosen) && iconOf(part) === iconOf(chosen)}
          onKeyDown={moveFocus}
          onClick={() => onPick(part)}
          className={clsx(ROW, 'aria-checked:font-semibold')}
        >
          <Icon name={iconOf(part)} size={16} />
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {nameOf(words, part)}
          </span>
          {chats !== null && <span className="text-caption text-muted">{chats}</span>}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        onKeyDown={moveFocus}
        onClick={onTitles}
        className={clsx(ROW, 'mt-1 border-line border-t')}
      >
        <Icon name="pencil" size={16} />
        {words.titles}
      </button>
    </>
  )
}

const ROW =
  'flex min-h-(--row) w-full items-center gap-2.5 rounded-control px-2.5 text-start text-ui hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px]'
