'use client'

import type { AdminModel } from '#lib/api/admin-model.ts'
import { endLabel, priceLabel, unavailableLabel } from '../../_chat/models/model.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Table } from '../../_ui/table.tsx'
import { Tag } from '../tag.tsx'
import { takes } from './model-words.ts'

/** Models in rows; the name of each opens all that is known of it. */
export function ModelTable({ models, onOpen }: { models: readonly AdminModel[]; onOpen: (id: string) => void }) {
  const texts = useTexts()
  const { format } = texts
  const words = useAdminTexts().models
  const times = (of: 'time_to_first_token_ms' | 'latency_ms') => (model: AdminModel) => {
    const found = model.seen?.[of]
    return found ? words.half_and_most(format.wait(found.p50), format.wait(found.p95)) : '·'
  }
  return (
    <Table
      label={words.title}
      rows={models}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', head: words.model, cell: (model) => <Name model={model} onOpen={onOpen} /> },
        {
          key: 'window',
          head: words.window,
          end: true,
          cell: ({ capabilities }) => format.count(capabilities.max_context_tokens),
        },
        {
          key: 'takes',
          head: words.takes,
          wraps: true,
          cell: (model) => (
            <span className="block min-w-56">
              {takes(words, model)}
              <span className="block text-caption text-muted">
                {[...new Set(model.claims.map(({ by }) => words.by[by]))].join(', ')}
              </span>
            </span>
          ),
        },
        {
          key: 'price',
          head: words.price,
          cell: (model) => (
            <span className="whitespace-nowrap">
              {priceLabel(texts, model)}
              {model.price && (
                <span className="block text-caption text-muted">{words.by_version(model.price.pricing_version)}</span>
              )}
            </span>
          ),
        },
        {
          key: 'speed',
          head: words.speed,
          end: true,
          cell: (model) =>
            model.seen?.latency_ms ? (
              <span className="whitespace-nowrap">
                {times('time_to_first_token_ms')(model)}
                <span className="block text-muted">{times('latency_ms')(model)}</span>
              </span>
            ) : (
              '·'
            ),
        },
        { key: 'calls', head: words.calls, end: true, cell: ({ seen }) => format.count(seen?.calls ?? 0) },
        {
          key: 'state',
          head: words.state,
          wraps: true,
          cell: ({ configured, unavailable }) => (
            <span className={unavailable ? 'block min-w-40 text-warn' : 'block min-w-28 text-muted'}>
              {unavailable ? unavailableLabel(texts, unavailable) : configured ? words.usable : words.not_set_up}
            </span>
          ),
        },
      ]}
    />
  )
}

function Name({ model, onOpen }: { model: AdminModel; onOpen: (id: string) => void }) {
  const texts = useTexts()
  const words = useAdminTexts().models
  const { id, label, provider, provider_label, ends } = model
  return (
    <div className="w-max max-w-[18rem] max-md:max-w-[8.5rem]">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={words.open(label)}
        title={id}
        onClick={() => onOpen(id)}
        className="inline-flex max-w-full items-center gap-2 text-start underline decoration-line-control underline-offset-3 hover:decoration-current pointer-coarse:min-h-11"
      >
        <Hand provider={provider} />
        <span dir="auto" className="truncate max-md:line-clamp-2 max-md:whitespace-normal">
          {label}
        </span>
      </button>
      <span className="block truncate ps-4.5 text-caption text-muted">{provider_label}</span>
      {ends && <Tag tone="warn">{endLabel(texts, ends)}</Tag>}
    </div>
  )
}
