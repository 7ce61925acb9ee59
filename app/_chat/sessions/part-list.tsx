'use client'

import { clsx } from 'clsx'
import { type SessionPart, WHOLE_LIST } from '../../_client/session-part.ts'
import { useLabels } from '../../_client/use-labels.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { moveFocus } from '../../_ui/move-focus.ts'
import { iconOf, nameOf } from './part-name.ts'

/** The parts that can be listed, with how many chats folders and tags have. */
export function PartList({
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
        {useLateTexts().chat_actions.titles}
      </button>
    </>
  )
}

const ROW =
  'flex min-h-(--row) w-full items-center gap-2.5 rounded-control px-2.5 text-start text-ui hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px]'
