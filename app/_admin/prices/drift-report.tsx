'use client'

import type { ReactNode } from 'react'
import type { Drift } from '#lib/api/drift.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { isNegative, withoutSign } from '../../_content/dollars.ts'
import { Hand } from '../../_content/hand.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Table } from '../../_ui/table.tsx'
import { conditionWords } from './price-words.ts'
import { useDrift } from './use-drift.ts'
import type { ModelNames } from './use-model-names.ts'

type Explanation = Drift['explanations'][number]

/** What providers said that they billed, beside our own bills, and which rate would make both agree. */
export function DriftReport({
  names,
  canDraft,
  onDraft,
}: {
  names: ModelNames
  canDraft: (drift: Drift, explanation: Explanation) => boolean
  onDraft: (drift: Drift, explanation: Explanation) => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const report = useDrift()
  // Most providers say nothing, and then there is nothing to compare.
  if (!report || report.drifts.length === 0) return null
  const { calls, looked_at, drifts } = report
  return (
    <section aria-labelledby="drift" className="mt-10">
      <h2 id="drift" className="font-semibold font-serif text-h3">
        {words.drift_title}
      </h2>
      <p className="mt-0.5 mb-3.5 max-w-[70ch] text-muted text-small">
        {words.drift_about}
        {looked_at < calls && ` ${words.drift_newest(format.count(looked_at), format.count(calls))}`}
      </p>
      <Table
        label={words.drift_title}
        keyOf={({ model, pricing_version, condition }) => JSON.stringify([model, pricing_version, condition])}
        rows={drifts}
        columns={[
          { key: 'model', head: words.model, cell: (drift) => <DriftName drift={drift} names={names} /> },
          {
            key: 'calls',
            head: words.drift_calls,
            end: true,
            cell: (drift) => format.count(drift.calls),
          },
          { key: 'ours', head: words.drift_ours, end: true, cell: ({ cost_usd }) => <Exactly usd={cost_usd} /> },
          {
            key: 'theirs',
            head: words.drift_theirs,
            end: true,
            cell: ({ provider_usd }) => <Exactly usd={provider_usd} />,
          },
          { key: 'difference', head: words.drift_difference, end: true, cell: (drift) => <Difference of={drift} /> },
          {
            key: 'why',
            head: words.drift_why,
            wraps: true,
            cell: (drift) => <Why drift={drift} names={names} canDraft={canDraft} onDraft={onDraft} />,
          },
        ]}
      />
    </section>
  )
}

function DriftName({ drift: { model, pricing_version, condition }, names }: { drift: Drift; names: ModelNames }) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const notes = [
    pricing_version === null ? words.drift_unpriced : words.drift_version(pricing_version),
    condition && conditionWords(words, format, condition),
  ]
  return (
    <span className="inline-flex w-max max-w-[16rem] items-start gap-2 align-top max-md:w-32" title={model}>
      <Hand provider={providerOf(model)} />
      <span className="min-w-0 whitespace-normal [overflow-wrap:anywhere]">
        <bdi>{names.labelOf(model)}</bdi>
        <span className="block text-caption text-muted">{notes.filter((note) => note !== null).join(', ')}</span>
      </span>
    </span>
  )
}

/** Short, and to the last digit on demand. */
function Exactly({ usd }: { usd: string | null }) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  return usd === null ? words.drift_unpriced : <span title={format.amount(usd)}>{format.roughCost(usd)}</span>
}

function Difference({ of: { difference_usd, difference_percent } }: { of: Drift }) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  if (difference_usd === null) return '·'
  const sign = Number(difference_usd) === 0 ? '' : isNegative(difference_usd) ? '−' : '+'
  const signed = (text: string) => `${sign}${text}`
  return (
    <span title={signed(format.amount(withoutSign(difference_usd)))}>
      {signed(format.roughCost(withoutSign(difference_usd)))}
      {difference_percent !== null && (
        <span className="block text-caption text-muted">
          {signed(words.drift_percent(format.count(Math.abs(Number(difference_percent)))))}
        </span>
      )}
    </span>
  )
}

function Why({
  drift,
  names,
  canDraft,
  onDraft,
}: {
  drift: Drift
  names: ModelNames
  canDraft: (drift: Drift, explanation: Explanation) => boolean
  onDraft: (drift: Drift, explanation: Explanation) => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().prices
  const { calls, agreeing_calls, cost_usd, explanations, model } = drift
  if (cost_usd === null) return <Said>{words.drift_set_price}</Said>
  if (agreeing_calls === calls) return <Said>{words.drift_agrees}</Said>
  if (explanations.length === 0) return <Said>{words.drift_unexplained(format.count(agreeing_calls))}</Said>
  return (
    <ul className="min-w-56 space-y-2 whitespace-normal">
      {explanations.map((explanation) => {
        const said = explanationWords(words, explanation)
        return (
          <li key={said} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{said}</span>
            {canDraft(drift, explanation) && (
              <Button
                aria-label={words.drift_draft_of(names.labelOf(model), said)}
                onClick={() => onDraft(drift, explanation)}
                className="pointer-coarse:min-h-11"
              >
                {words.drift_draft}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Said({ children }: { children: ReactNode }) {
  return <span className="inline-block min-w-56 whitespace-normal text-muted">{children}</span>
}

/** In the draft rates have a point in every language, and so have these. */
function explanationWords(words: ReturnType<typeof useAdminTexts>['prices'], explanation: Explanation): string {
  if (explanation.kind === 'factor') return words.drift_factor(explanation.factor)
  const { bucket, per, from_usd, to_usd } = explanation
  const named: Readonly<Record<string, string | undefined>> = words.drift_buckets
  const unit = per === 1 ? words.drift_each : per === 1_000 ? words.drift_per_thousand : words.drift_per_million
  return words.drift_rate(named[bucket] ?? bucket, to_usd, from_usd, unit)
}
