'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type SessionPart, WHOLE_LIST } from '../../_client/session-part.ts'
import { changeLabel, LABELS_KEY } from '../../_client/use-api.ts'
import { IconButton } from '../../_ui/button.tsx'
import { Menu } from '../../_ui/menu.tsx'
import { refreshLists } from './session-list.ts'
import { TitleField } from './title-field.tsx'

/** What can be done to the folder or the tag that is listed. Its chats stay, whatever becomes of it. */
export function LabelActions({ part, onPick }: { part: SessionPart; onPick: (part: SessionPart) => void }) {
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
      setProblem(error instanceof Error ? error.message : 'Not changed.')
    }
  }

  if (renaming) {
    return (
      <div className="absolute inset-x-3 z-10">
        <TitleField
          label={kind === 'folder' ? 'Name of the folder' : 'Name of the tag'}
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
        label={`Actions for the ${kind} ${from}`}
        trigger={(props) => <IconButton {...props} icon="more" label={`Actions for the ${kind} ${from}`} />}
        items={[
          { label: `Rename the ${kind}`, icon: 'pencil', onSelect: () => setRenaming(true) },
          { label: `Remove the ${kind}, keep its chats`, icon: 'close', onSelect: () => void change(null) },
        ]}
      />
      <IconButton icon="close" label="List all chats" onClick={() => onPick(WHOLE_LIST)} />
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
