'use client'

import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { spendingLabel } from '../../_content/spending.ts'
import { type LateTexts, type Texts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { type Column, Table } from '../../_ui/table.tsx'
import { modelLabel, providerOf } from '../models/model.ts'
import type { Call } from './use-calls.ts'

type Cost = AnswerOf<EndpointOf<'/api/calls/{id}/cost', 'GET'>>
type Line = Cost['lines'][number]

/** What one call cost: what was counted, times its rate, line by line, and their sum. */
export function CallCost({ call }: { call: Call }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { format } = texts
  const models = useModels().data?.models ?? []
  const { model, started_at, attempt, cost } = call
  return (
    <section aria-label={modelLabel(model, models)}>
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-small">
        <span className="inline-flex items-baseline gap-1.5 font-semibold">
          <Hand provider={providerOf(model)} />
          {modelLabel(model, models)}
        </span>
        <span className="text-muted">{format.moment(new Date(started_at))}</span>
        {attempt > 1 && <span className="text-muted">{words.attempt(attempt)}</span>}
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
      {lines.length > 0 && <Lines lines={lines} total={spendingLabel(texts, cost_usd, isWhole(state) ? 0 : 1)} />}
      {lines.length === 0 && isCounted && <p>{spendingLabel(texts, cost_usd, isWhole(state) ? 0 : 1)}</p>}
      <ul className="space-y-1 text-caption text-muted">
        <Note>{stateWords(words, state, isCounted)}</Note>
        <Note>{pricing_version !== null && words.version(pricing_version)}</Note>
        <Note>{lines.length === 0 && isCounted && cost_usd !== null && words.no_lines}</Note>
        <Note>{provider_cost_usd !== undefined && words.provider_says(format.amount(provider_cost_usd))}</Note>
        <Note>
          {repriced && words.repriced(format.amount(repriced.cost_usd), repriced.pricing_version, repriced.reason)}
        </Note>
      </ul>
    </div>
  )
}

function Note({ children }: { children: string | false | null | undefined }) {
  return children ? <li>{children}</li> : null
}

function isWhole(state: Cost['state']): boolean {
  return state !== 'partial' && state !== 'unpriced'
}

function stateWords(words: LateTexts['costs'], state: Cost['state'], isCounted: boolean): string | null {
  if (state === null) return isCounted ? null : words.nothing_due
  return state === 'exact' ? null : (words.states[state] ?? null)
}

function Lines({ lines, total }: { lines: readonly Line[]; total: string }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { format } = texts
  const columns: Column<Line>[] = [
    {
      key: 'what',
      head: words.what,
      cell: ({ bucket }) => words.buckets[bucket] ?? bucket,
      total: words.sum,
      wraps: true,
    },
    { key: 'count', head: words.count, cell: (line) => format.count(countOf(line)), end: true },
    {
      key: 'rate',
      head: words.rate,
      cell: (line) => (
        <>
          {rateOf(texts, words, line)}
          <Source line={line} />
        </>
      ),
      end: true,
    },
    {
      key: 'usd',
      head: words.amount,
      cell: ({ usd }) => (usd === null ? texts.models.no_price : format.amount(usd)),
      end: true,
      total,
    },
  ]
  return <Table ground="raised" label={words.lines} columns={columns} rows={lines} keyOf={({ bucket }) => bucket} />
}

function countOf(line: Line): number {
  if ('tokens' in line) return line.tokens
  return 'uses' in line ? line.uses : line.requests
}

/** `$3.00 per million`, exactly as it stands in the table. */
function rateOf({ format, models }: Texts, words: LateTexts['costs'], line: Line): string {
  const rate = 'tokens' in line ? line.rate_per_mtok_usd : 'uses' in line ? line.rate_per_1000_usd : line.rate_usd
  if (rate === null) return models.no_price
  const dollars = format.dollars(rate)
  if ('tokens' in line) return words.per_million(dollars)
  return 'uses' in line ? words.per_thousand(dollars) : words.per_request(dollars)
}

/** Only a page of the web is a link, whatever a file has said. */
function Source({ line: { source } }: { line: Line }) {
  const words = useLateTexts().costs
  const { format } = useTexts()
  if (!source) return <span className="block text-caption text-muted">{words.no_source}</span>
  const address = URL.parse(source.source)
  const isPage = address !== null && /^https?:$/.test(address.protocol)
  const read = words.read_on(format.longDay(new Date(`${source.read_on}T00:00`)))
  if (!isPage) {
    return (
      <span dir="auto" className="block text-caption text-muted" title={read}>
        {source.source}
      </span>
    )
  }
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      title={`${address.href}, ${read}`}
      className="block text-caption text-muted underline decoration-dotted underline-offset-3 hover:text-accent"
    >
      {address.host.replace(/^www\./, '')}
    </a>
  )
}
