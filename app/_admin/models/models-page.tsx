'use client'

import { useState } from 'react'
import type { AdminModel } from '#lib/api/admin-model.ts'
import { useAdminModels } from '../../_client/use-admin-models.ts'
import { PageTitle } from '../../_frame/page-title.tsx'
import { FIELD } from '../../_providers/field.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Button } from '../../_ui/button.tsx'
import { EndingModels } from './ending-models.tsx'
import { ModelDialog } from './model-dialog.tsx'
import { ModelTable } from './model-table.tsx'

/** So many are shown at first, and more each time: a gateway lists hundreds. */
const STEP = 50

/** What is known of each model, by whom, and what was seen of it. */
export function ModelsPage() {
  const words = useAdminTexts().models
  const { data, isError, refetch } = useAdminModels()
  return (
    <>
      <title>{`${words.title} · Metis`}</title>
      <PageTitle title={words.title} about={words.about} />
      {isError && !data && (
        <div className="space-y-2">
          <p>{words.not_loaded}</p>
          <Button onClick={() => void refetch()}>{words.try_again}</Button>
        </div>
      )}
      {data && <Models models={data} />}
    </>
  )
}

function Models({ models }: { models: readonly AdminModel[] }) {
  const words = useAdminTexts().models
  const [search, setSearch] = useState('')
  const [room, setRoom] = useState(STEP)
  const [opened, setOpened] = useState<string | null>(null)
  const found = models
    .filter((model) => isFound(model, search))
    .toSorted((a, b) => Number(b.configured) - Number(a.configured))
  const open = models.find(({ id }) => id === opened)
  return (
    <>
      <EndingModels models={models} />
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setRoom(STEP)
          }}
          className={`${FIELD} max-w-80`}
        />
        <p role="status" className="text-muted text-small">
          {words.found(found.length, models.length)}
        </p>
      </div>
      {found.length > 0 && <ModelTable models={found.slice(0, room)} onOpen={setOpened} />}
      {found.length > room && (
        <Button onClick={() => setRoom(room + STEP)} className="mt-3 pointer-coarse:min-h-11">
          {words.more(Math.min(STEP, found.length - room))}
        </Button>
      )}
      {open && <ModelDialog model={open} onClose={() => setOpened(null)} />}
    </>
  )
}

function isFound({ id, label, provider_label, aliases }: AdminModel, search: string): boolean {
  const text = [id, label, provider_label, ...aliases.map((alias) => `@${alias}`)].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
