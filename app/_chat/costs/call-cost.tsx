'use client'

import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { spendingLabel } from '../../_content/spending.ts'
import { type LateTexts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { failureWords, modelLabel, providerOf } from '../models/model.ts'
import { CostLines } from './cost-lines.tsx'
import { Note, Notes } from './note.tsx'
import type { Call } from './use-calls.ts'

type Cost = AnswerOf<EndpointOf<'/api/calls/{id}/cost', 'GET'>>

/** What one call cost: what was counted, times its rate, line by line, and their sum. */
export function CallCost({ call }: { call: Call }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { format } = texts
  const models = useModels().data?.models ?? []
  const { model, started_at, attempt, outcome, error_class, cost } = call
  return (
    <section aria-label={modelLabel(model, models)}>
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-small">
        <span className="inline-flex items-baseline gap-1.5 font-semibold">
          <Hand provider={providerOf(model)} />
          {modelLabel(model, models)}
        </span>
        <span className="text-muted">{format.moment(new Date(started_at))}</span>
        {attempt > 1 && <span className="text-muted">{words.attempt(attempt)}</span>}
        {outcome === 'failed' && (
          <span className="text-danger">{words.failed(failureWords(texts.models, error_class ?? ''))}</span>
        )}
      </h3>
      {cost && <Bill cost={cost} isCounted={call.tokens !== null} />}
    </section>
  )
}

function Bill({ cost, isCounted }: { cost: Cost; isCounted: boolean }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { format } = texts
  const { lines, cost_usd, pricing_version, state, provider_cost_usd, repriced } = cost
  return (
    <div className="space-y-2 text-small">
      {lines.length > 0 && <CostLines lines={lines} total={spendingLabel(texts, cost_usd, isWhole(state) ? 0 : 1)} />}
      {lines.length === 0 && isCounted && <p>{spendingLabel(texts, cost_usd, isWhole(state) ? 0 : 1)}</p>}
      <Notes>
        <Note>{stateWords(words, state, isCounted)}</Note>
        <Note>{pricing_version !== null && words.version(pricing_version)}</Note>
        <Note>{lines.length === 0 && isCounted && cost_usd !== null && words.no_lines}</Note>
        <Note>{provider_cost_usd !== undefined && words.provider_says(format.amount(provider_cost_usd))}</Note>
        <Note>
          {repriced && words.repriced(format.amount(repriced.cost_usd), repriced.pricing_version, repriced.reason)}
        </Note>
      </Notes>
    </div>
  )
}

function isWhole(state: Cost['state']): boolean {
  return state !== 'partial' && state !== 'unpriced'
}

function stateWords(words: LateTexts['costs'], state: Cost['state'], isCounted: boolean): string | null {
  if (state === null) return isCounted ? null : words.nothing_due
  return state === 'exact' ? null : (words.states[state] ?? null)
}
