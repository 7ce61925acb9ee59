'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { LABELS_KEY, type SessionPart, WHOLE_LIST } from '../../_client/session-part.ts'
import { changeLabel } from '../../_client/use-labels.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Menu } from '../../_ui/menu.tsx'
import { refreshLists } from './session-list.ts'
import { TitleField } from './title-field.tsx'

/** What can be done to the folder or the tag that is listed. Its chats stay, whatever becomes of it. */
export function LabelActions({ part, onPick }: { part: SessionPart; onPick: (part: SessionPart) => void }) {
  const texts = useTexts()
  const words = useLateTexts().chat_actions
  const client = useQueryClient()
  const [renaming, setRenaming] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const kind = part.folder === null ? 'tag' : 'folder'
  const from = part.folder ?? part.tag
  if (from === null) return null

  async function change(to: string | null) {
    if (from === null || to === from) return
    try {
      await changeLabel({ kind, from, to })
      setProblem(null)
      onPick(to === null ? WHOLE_LIST : { ...part, [kind]: to })
      await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: LABELS_KEY })])
    } catch (error) {
      setProblem(error instanceof Error ? errorWords(texts, error) : words.not_changed)
    }
  }

  const isFolder = kind === 'folder'
  const actions = isFolder ? words.folder_actions(from) : words.tag_actions(from)
  if (renaming) {
    return (
      <div className="absolute inset-x-3 z-10">
        <TitleField
          label={isFolder ? words.folder_name : words.tag_name}
          longest={60}
          title={from}
          onDone={(name) => {
            setRenaming(false)
            if (name !== '') void change(name)
          }}
          onCancel={() => setRenaming(false)}
        />
      </div>
    )
  }
  return (
    <>
      <Menu
        label={actions}
        trigger={(props) => <IconButton {...props} icon="more" label={actions} />}
        items={[
          {
            label: isFolder ? words.rename_folder : words.rename_tag,
            icon: 'pencil',
            onSelect: () => setRenaming(true),
          },
          {
            label: isFolder ? words.remove_folder : words.remove_tag,
            icon: 'close',
            onSelect: () => void change(null),
          },
        ]}
      />
      <IconButton icon="close" label={texts.chats.list_all} onClick={() => onPick(WHOLE_LIST)} />
      {problem && (
        <p
          role="alert"
          className="absolute inset-x-3 top-full z-10 rounded-control border border-danger-line bg-danger-soft px-2 py-1 text-caption"
        >
          {problem}
        </p>
      )}
    </>
  )
}
