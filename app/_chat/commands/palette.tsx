'use client'

import { clsx } from 'clsx'
import { errorWords } from '../../_client/error-words.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Dialog } from '../../_ui/dialog.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { KeyCaps } from './key-caps.tsx'
import { Marked } from './marked.tsx'
import { type PaletteGroup, type PaletteItem, type PaletteOver, usePalette } from './use-palette.ts'

/** Finds chats, messages, pages and whatever can be done, from one field. */
export function Palette(over: PaletteOver) {
  const texts = useTexts()
  const words = useLateTexts().commands
  const { typed, type, onKeyDown, groups, current, listId, search, count, unread } = usePalette(over)
  const isAsking = typed.trim() !== '' && search.isFetching
  return (
    <Dialog label={words.names.palette} shape="palette" onClose={over.onClose}>
      <div className="flex items-center gap-2.5 border-line border-b px-4 text-muted">
        <Icon name="search" size={16} />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          maxLength={1000}
          dir="auto"
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={words.results}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
      >
        {groups.map((group, n) => (
          <Group key={group.items[0]?.id ?? n} group={group} listId={listId} current={current} />
        ))}
      </div>
      {typed.trim() !== '' && search.isError && (
        <p role="alert" className="border-line border-t px-4 py-2 text-danger text-small">
          {words.not_searched(errorWords(texts, search.error))}
        </p>
      )}
      <p role="status" className={clsx('px-4 py-3 text-muted text-small', count > 0 && 'sr-only')}>
        {count > 0 ? words.result_count(count) : isAsking ? words.searching : words.nothing}
      </p>
      <p
        role="status"
        className={clsx('px-4 text-caption text-muted', unread.length > 0 && 'border-line border-t py-2')}
      >
        {unread.length > 0 && (
          <>
            {words.not_a_filter('')}
            <bdi className="break-words">{unread.join(' ')}</bdi>
          </>
        )}
      </p>
      <p className="border-line border-t px-4 py-2 text-caption text-muted">{words.help}</p>
    </Dialog>
  )
}

function Group({
  group: { label, matches, items },
  listId,
  current,
}: {
  group: PaletteGroup
  listId: string
  current: PaletteItem | undefined
}) {
  const { more } = useLateTexts().commands
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset has no place in a listbox
    <div role="group" aria-label={label || more}>
      {label && (
        <p aria-hidden="true" className="truncate px-2.5 pt-2.5 pb-1 font-semibold text-caption text-muted" dir="auto">
          <Marked text={label} matches={matches} />
        </p>
      )}
      {items.map((item) => (
        <button
          key={item.id}
          id={`${listId}-${item.id}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={item === current}
          onClick={item.run}
          className={clsx(
            'flex min-h-(--row) w-full items-center gap-2.5 rounded-control px-2.5 py-1 text-start text-ui hover:bg-hover pointer-coarse:min-h-11',
            item.id === current?.id && 'bg-hover forced-colors:outline',
          )}
        >
          <Row item={item} />
        </button>
      ))}
    </div>
  )
}

function Row({ item }: { item: PaletteItem }) {
  const { format } = useTexts()
  const words = useLateTexts().commands
  switch (item.type) {
    case 'action':
      return (
        <>
          <span className="text-muted">{item.icon && <Icon name={item.icon} size={16} />}</span>
          <span className="min-w-0 flex-1 truncate">{item.label}</span>
          {item.isChosen && <Icon name={LATE_ICONS.check} size={16} />}
          {item.keys && <KeyCaps keys={item.keys} />}
        </>
      )
    case 'chat':
      return (
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {item.label}
        </span>
      )
    case 'hit': {
      const { snippet, matches, by, created_at } = item.hit
      const day = format.shortDay(new Date(created_at), new Date())
      return (
        <>
          <span className="line-clamp-2 min-w-0 flex-1 break-words font-serif text-small" dir="auto">
            <Marked text={snippet} matches={matches} />
          </span>
          <span className="shrink-0 self-start pt-0.5 text-caption text-muted">
            {by === 'me' ? words.by_you(day) : words.by_model(day)}
          </span>
        </>
      )
    }
    case 'more':
      return <span className="text-accent">{words.more_messages}</span>
  }
}
