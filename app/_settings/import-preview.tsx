'use client'

import { useId } from 'react'
import type { ImportDetail, ListedImport } from '../_client/use-imports.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { Choices } from './choices.tsx'
import { ImportItems, ImportLosses } from './import-items.tsx'

export interface Chosen {
  conflicts: 'skip' | 'copy'
  settings: boolean
}

/** What would be created, and what would be lost on the way; and what its person may choose about that. */
export function ImportPreview({
  given: { chats, holds, losses, presets, has_settings },
  detail,
  choices,
  onChoose,
}: {
  given: ListedImport
  detail: ImportDetail | undefined
  choices: Chosen
  onChoose: (choices: Chosen) => void
}) {
  const words = useLateTexts().imports
  const id = useId()
  const made = chats.new + chats.taken
  return (
    <div className="my-2 max-w-[42em]">
      <p role="status">{made > 0 ? words.will_create(made) : words.nothing_new}</p>
      <ul className="my-1 list-disc ps-6 text-ink-soft">
        {made > 0 && holds && (
          <li>{words.holds(holds.messages, holds.branches, holds.tool_calls, holds.files, holds.calls)}</li>
        )}
        {chats.taken > 0 && <li>{words.taken(chats.taken)}</li>}
        {chats.here > 0 && <li>{words.here(chats.here)}</li>}
        {presets > 0 && <li>{words.presets(presets)}</li>}
      </ul>
      <ImportLosses losses={losses} />
      <ImportItems title={words.bad(chats.bad)} items={detail?.bad ?? []} />
      {chats.conflict > 0 && (
        <>
          <ImportItems title={words.conflicts(chats.conflict)} items={detail?.conflicts ?? []} />
          <Choices
            title={words.conflict_choice}
            isPlain
            choices={(['skip', 'copy'] as const).map((value) => ({ value, ...words.conflict_choices[value] }))}
            chosen={choices.conflicts}
            onChoose={(conflicts) => onChoose({ ...choices, conflicts })}
          />
        </>
      )}
      {has_settings && (
        <label htmlFor={id} className="mt-2 flex min-h-(--row) items-center gap-3 pointer-coarse:min-h-11">
          <input
            id={id}
            type="checkbox"
            checked={choices.settings}
            onChange={(event) => onChoose({ ...choices, settings: event.target.checked })}
            className="size-4 accent-(--accent-solid)"
          />
          {words.take_settings}
        </label>
      )}
    </div>
  )
}
