'use client'

import type { SessionPart } from '../../_client/session-part.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { Popover } from '../../_ui/popover.tsx'
import { iconOf, nameOf } from './part-name.ts'

const PartList = lateComponent(async () => (await import('./late-parts.ts')).PARTS.PartList)

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
        <PartList
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
