'use client'

import type { AdminModel } from '#lib/api/admin-model.ts'
import { endLabel, unavailableLabel } from '../../_chat/models/model.ts'
import { Said } from '../../_content/said.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Table } from '../../_ui/table.tsx'
import { ModelTest } from './model-test.tsx'
import { claimed, takes } from './model-words.ts'

type Claim = AdminModel['claims'][number]

/** All that is known of a model, by whom, and whether it answers. */
export function ModelDialog({ model, onClose }: { model: AdminModel; onClose: () => void }) {
  const texts = useTexts()
  const words = useAdminTexts().models
  const { id, label, unavailable, ends, claims } = model
  return (
    <Dialog label={label} shape="wide" onClose={onClose}>
      <div className="flex items-start gap-3">
        <h2 dir="auto" className="min-w-0 grow font-semibold font-serif text-h3 [overflow-wrap:anywhere]">
          {label}
        </h2>
        {/* Else it would open where the first thing is that can be focused: at the claims, past its head. */}
        <IconButton icon="close" label={words.close} autoFocus onClick={onClose} />
      </div>
      <p className="text-muted text-small [overflow-wrap:anywhere]">
        <bdi>{id}</bdi>
      </p>
      <p className="mt-2">{takes(words, model)}</p>
      {unavailable && <p className="mt-1 text-warn">{unavailableLabel(texts, unavailable)}</p>}
      {ends && (
        <p className="mt-1 text-warn">
          {endLabel(texts, ends)}, <Source source={ends.source} />
          {ends.successor && `. ${words.go_on_with(ends.successor)}`}
        </p>
      )}
      <ModelTest model={model} />
      <h3 className="mt-5 mb-1 font-semibold">{words.claims_title}</h3>
      <Table<Claim>
        label={words.claims_title}
        ground="raised"
        rows={claims}
        keyOf={({ claim }) => claim}
        columns={[
          {
            key: 'claim',
            head: words.claim,
            wraps: true,
            cell: ({ claim }) => (
              <span className="block min-w-32">
                {words.claims[claim] ?? claim}
                <span className="block text-muted">{claimed(claim, model, words, texts)}</span>
              </span>
            ),
          },
          {
            key: 'by',
            head: words.source,
            wraps: true,
            cell: ({ by, source, covers, checked }) => (
              <span className="block min-w-40 [overflow-wrap:anywhere]">
                {words.by[by]}
                {source && (
                  <>
                    {': '}
                    <Source source={source} />
                  </>
                )}
                {checked && (
                  <span className="block text-caption text-muted">
                    {words.read_on(texts.format.longDay(noonOf(checked)))}
                  </span>
                )}
                {covers && (
                  <span className="block text-caption text-muted">
                    <Said sentence={covers} />
                  </span>
                )}
              </span>
            ),
          },
        ]}
      />
    </Dialog>
  )
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00`)
}

function Source({ source }: { source: string }) {
  if (!/^https?:/.test(source)) return <bdi>{source}</bdi>
  return (
    <a
      href={source}
      target="_blank"
      rel="noopener noreferrer"
      className="underline decoration-dotted underline-offset-3 hover:text-accent"
    >
      {new URL(source).host}
    </a>
  )
}
