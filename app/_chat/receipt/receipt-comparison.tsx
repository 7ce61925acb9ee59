'use client'

import { useState } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { useModels } from '../../_client/use-api.ts'
import { spendingLabel } from '../../_content/spending.ts'
import { groupTurns } from '../../_content/turn-group.ts'
import { type LateTexts, type Texts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Asked } from '../costs/asked.tsx'
import { useSessionState } from '../live/use-live-session.ts'
import { modelLabel } from '../models/model.ts'
import { givenFacts } from './given-section.tsx'
import { ReceiptSection } from './receipt-section.tsx'
import { type Receipt, useReceipt } from './use-receipt.ts'

const LONGEST_LABEL = 60

/** This receipt beside that of another answer of the chat: the one before it, unless another is chosen. */
export function ReceiptComparison({ receipt }: { receipt: Receipt }) {
  const words = useLateTexts().receipts
  const path = useSessionState(({ tree }) => tree.path)
  const [otherId, setOtherId] = useState<string | null>(null)
  const others = othersIn(path, receipt.message_id)
  const first = others.findLast(({ id }) => id < receipt.message_id) ?? others[0]
  if (!first) return null
  return (
    <ReceiptSection title={words.beside}>
      {otherId === null ? (
        <Button onClick={() => setOtherId(first.id)}>{words.beside_choose}</Button>
      ) : (
        <>
          <select
            aria-label={words.beside_which}
            value={otherId}
            onChange={({ target }) => setOtherId(target.value)}
            className="min-h-(--row) w-full rounded-control border border-line-control bg-raised px-2 pointer-coarse:min-h-11"
          >
            {others.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <Beside receipt={receipt} otherId={otherId} />
        </>
      )}
    </ReceiptSection>
  )
}

/** By their questions. */
function othersIn(path: readonly PublicMessage[], messageId: string): { id: string; label: string }[] {
  return groupTurns(path).flatMap(({ question, answers }) => {
    const answer = answers.at(-1)
    if (!answer?.metadata.routing || answers.some(({ id }) => id === messageId)) return []
    const said = question?.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join(' ') ?? ''
    return [{ id: answer.id, label: said.slice(0, LONGEST_LABEL) || answer.id }]
  })
}

function Beside({ receipt, otherId }: { receipt: Receipt; otherId: string }) {
  const texts = useTexts()
  const words = useLateTexts().receipts
  const models = useModels().data?.models ?? []
  const rowsOf = (each: Receipt) => factsOf(each, words, texts, (id) => modelLabel(id, models))
  return <Asked query={useReceipt(otherId)}>{(other) => <Columns own={rowsOf(receipt)} other={rowsOf(other)} />}</Asked>
}

interface TextFact {
  name: string
  value: string
}

function Columns({ own, other }: { own: readonly TextFact[]; other: readonly TextFact[] }) {
  const words = useLateTexts().receipts
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <caption className="sr-only">{words.beside}</caption>
      <thead>
        <tr className="text-caption text-muted *:border-line-strong *:border-b *:pb-1.5 *:text-start *:font-semibold">
          <td className="w-1/4" />
          <th scope="col">{words.this_one}</th>
          <th scope="col" className="ps-3">
            {words.beside_which}
          </th>
        </tr>
      </thead>
      <tbody>
        {own.map(({ name, value }, index) => {
          const beside = other[index]?.value ?? ''
          return (
            <tr key={name} className="align-top *:border-line *:border-b *:py-1.5">
              <th scope="row" className="pe-2 text-start font-normal text-muted">
                {name}
                {value !== beside && <span className="sr-only">{` (${words.differs})`}</span>}
              </th>
              <Cell value={value} differs={value !== beside} />
              <Cell value={beside} differs={value !== beside} isOther />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Cell({ value, differs, isOther = false }: { value: string; differs: boolean; isOther?: boolean }) {
  return (
    <td className={isOther ? 'ps-3' : 'pe-1'} dir="auto">
      <span
        className={
          differs
            ? 'line-clamp-6 break-words rounded-mark bg-warn-soft px-1 font-semibold'
            : 'line-clamp-6 break-words px-1'
        }
      >
        {value}
      </span>
    </td>
  )
}

/** The same names in the same order for each. */
function factsOf(
  { model_asked, model_served, route, settings, projections, cost, cache, wire }: Receipt,
  words: LateTexts['receipts'],
  texts: Texts,
  labelOf: (id: string) => string,
): TextFact[] {
  const { format, transcript } = texts
  const tokens = (count: number | null | undefined) => (count == null ? words.unknown : words.tokens(count))
  const mode = route && (transcript.routing[route.mode] ?? route.mode)
  return [
    { name: words.model_asked, value: model_asked === null ? words.unknown : labelOf(model_asked) },
    { name: words.model_served, value: model_served === null ? words.unknown : labelOf(model_served) },
    { name: words.why, value: [mode, route?.rule_name].filter(Boolean).join(': ') || words.unknown },
    { name: words.saw, value: words.actions_count(projections.length) },
    { name: words.prompt, value: settings ? (settings.system_prompt ?? words.no_prompt) : words.unknown },
    ...givenFacts(settings, words, texts),
    { name: words.spent, value: spendingLabel(texts, cost.cost_usd, cost.unpriced_calls) },
    { name: words.read, value: tokens(cache?.read_tokens) },
    { name: words.written, value: tokens(cache?.written_tokens) },
    { name: words.bytes_sent, value: wire.bytes === null ? words.unknown : format.size(wire.bytes) },
  ]
}
