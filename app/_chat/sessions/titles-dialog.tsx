'use client'

import { useState } from 'react'
import { changeSettings, useModels, useSettings } from '../../_client/use-api.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'

/** Who names new chats. */
export function TitlesDialog({ onClose }: { onClose: () => void }) {
  const { data, refetch } = useSettings()
  const models = useModels().data?.models.filter(({ configured }) => configured) ?? []
  const [problem, setProblem] = useState<string | null>(null)

  async function change(title_model: string) {
    try {
      await changeSettings({ title_model })
      await refetch()
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'It could not be kept.')
    }
  }

  return (
    <Dialog label="Titles of chats" onClose={onClose}>
      <h2 className="font-semibold font-serif text-h3">Titles of chats</h2>
      <label className="mt-3 block">
        <span className="mb-1 block font-semibold text-muted text-small">A new chat is named by</span>
        <select
          value={data?.title_model ?? 'off'}
          disabled={!data}
          onChange={(event) => void change(event.target.value)}
          className="min-h-(--row) w-full rounded-control border border-line-control bg-raised px-2.5 text-base md:text-ui"
        >
          <option value="off">the first words of its question</option>
          <option value="chat">its own model</option>
          {models.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p className="mt-2 text-muted text-small">
        A model reads the first question and answer once, and what that costs is in the sum of the chat and in its
        settings. A name that you give stays.
      </p>
      {problem && (
        <p role="alert" className="mt-2 text-danger text-small">
          {problem}
        </p>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
