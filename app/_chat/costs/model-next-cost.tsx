'use client'

import { useModels } from '../../_client/use-api.ts'
import { spendingLabel } from '../../_content/spending.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { modelLabel } from '../models/model.ts'
import { Asked } from './asked.tsx'
import { CostLines } from './cost-lines.tsx'
import { rangeLabel } from './next-cost-label.ts'
import { Note, Notes } from './note.tsx'
import { type NextCost, useNextCosts } from './use-next-costs.ts'

/** How the cost of the next message comes about at one model. */
export function ModelNextCost({ id }: { id: string }) {
  return (
    <Asked query={useNextCosts()}>
      {({ models }) => models.filter(({ model }) => model === id).map((cost) => <Explained key={id} cost={cost} />)}
    </Asked>
  )
}

function Explained({ cost }: { cost: NextCost }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const models = useModels().data?.models ?? []
  const { model, lines, cost_usd, pricing_version, price_of, state } = cost
  const isOther = price_of !== null && price_of !== model
  return (
    <div className="space-y-5 text-small">
      <section aria-label={words.floor} className="space-y-2">
        <h3 className="font-semibold">{words.floor}</h3>
        <CostLines lines={lines} total={spendingLabel(texts, cost_usd, state === 'partial' ? 1 : 0)} />
        <Notes>
          <Note>{words.floor_about}</Note>
          <Note>{cost_usd === null ? words.states.unpriced : words.counted_here}</Note>
          <Note>{state === 'partial' && words.states.partial}</Note>
          <Cache cost={cost} />
          <Note>{pricing_version !== null && words.version_now(pricing_version)}</Note>
          <Note>{isOther && words.price_of(modelLabel(price_of, models))}</Note>
        </Notes>
      </section>
      <Range cost={cost} />
    </div>
  )
}

function Cache({ cost: { cache, free } }: { cost: NextCost }) {
  const { format } = useTexts()
  const words = useLateTexts().costs
  if (!cache) return null
  const until = format.clock(new Date(cache.until))
  const { cost_usd_after } = cache
  const after = cost_usd_after === null || free ? null : format.amount(cost_usd_after)
  return <Note>{words.from_cache_until(format.count(cache.tokens), until, after)}</Note>
}

function Range({ cost }: { cost: NextCost }) {
  const texts = useTexts()
  const late = useLateTexts()
  const words = late.costs
  const label = rangeLabel(texts, late, cost)
  const { range } = cost
  const { count } = texts.format
  const counts = ({ low, high }: { low: number; high: number }) => words.from_to(count(low), count(high))
  return (
    <section aria-label={words.range} className="space-y-2">
      <h3 className="font-semibold">{words.range}</h3>
      {range && label !== null ? (
        <>
          <p>{label}</p>
          <Notes>
            <Note>{range.of === 'chat' ? words.by_chat(range.turns) : words.by_person(range.turns)}</Note>
            <Note>{words.turns_took(counts(range.output_tokens), counts(range.calls), range.calls.high)}</Note>
          </Notes>
        </>
      ) : (
        <p className="text-muted">{cost.cost_usd === null ? texts.models.no_price : words.no_range}</p>
      )}
    </section>
  )
}
