'use client'

import { clsx } from 'clsx'
import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import { useModels } from '../../_client/use-api.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { spendingDetail, spendingLabel } from '../../_content/spending.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { CostButton } from '../costs/cost-button.tsx'
import { useSessionState } from '../live/use-live-session.ts'
import { ReceiptButton } from '../receipt/receipt-button.tsx'
import type { Answered } from './answer-actions.tsx'

const ACTIONS_ROOM = <span className="h-8 w-48 pointer-coarse:h-11 pointer-coarse:w-66" />
const AnswerActions = lateComponent(
  behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.AnswerActions),
  ACTIONS_ROOM,
)

const ROWS = 'flex min-h-9.5 flex-wrap items-center gap-x-3 border-t pt-1 text-caption'

/**
 * Under an answer: what it took, why this model, and what it cost; the amounts form a column down the page. On a narrow screen
 * they stand over what can be done with it, and of two ways to the same receipt there is one.
 */
export function AnswerFooter({ question, answers }: Answered) {
  const words = useTexts().transcript
  const last = answers.at(-1)
  const turnId = last?.metadata.turn_id
  const total = useSessionState(({ totals }) => (turnId === undefined ? undefined : totals.get(turnId)))
  const isRouted = last?.metadata.routing !== undefined
  const leftOut = total?.left_out
  return (
    <footer className={clsx(ROWS, 'border-line text-muted')}>
      {total && <Taken total={total} />}
      {/* By itself also before the figures are here: they would push it down. */}
      <span className="-ms-2 order-3 flex basis-full flex-wrap md:order-none md:basis-auto print:hidden">
        <AnswerActions question={question} answers={answers} />
      </span>
      <span className="order-2 ms-auto flex flex-wrap items-baseline justify-end gap-x-3 whitespace-nowrap">
        {isRouted && leftOut !== undefined && (
          <ReceiptButton messageId={last.id}>{words.left_out(leftOut)}</ReceiptButton>
        )}
        {isRouted && (
          <span className={clsx(leftOut !== undefined && 'max-md:hidden')}>
            <ReceiptButton messageId={last.id}>{words.why_model}</ReceiptButton>
          </span>
        )}
        {total && turnId !== undefined && <Amount total={total} turnId={turnId} model={last?.metadata.model ?? null} />}
      </span>
    </footer>
  )
}

/** Its room below an answer that is being written, and the gap above it: what is read stays where it is when that ends. */
export function AnswerFooterRoom() {
  return (
    <div aria-hidden="true" className={clsx(ROWS, 'invisible -mt-2 print:hidden')}>
      <span className="basis-full text-small md:hidden pointer-coarse:h-11">&nbsp;</span>
      {ACTIONS_ROOM}
      <span className="w-36 max-md:hidden pointer-coarse:h-11" />
    </div>
  )
}

/** Tokens and time. What is written to a cache is read like any other. */
function Taken({ total }: { total: TurnTotal }) {
  const { transcript: words, format } = useTexts()
  const { cached_input_tokens: cached, output_tokens: out, latency_ms, estimated } = total
  if (!isKnown(total)) return null
  return (
    // Of a narrow screen it has what the rest of its row leaves; a figure that does not fit there goes as a whole, the first one too:
    // it goes below what begins the row, and half a figure would be another one.
    <span className="order-1 flex flex-wrap gap-x-3.5 whitespace-nowrap max-md:h-[1lh] max-md:flex-1 max-md:overflow-hidden md:order-2">
      <span className="-me-3.5 h-[1lh] md:hidden" />
      <span title={tokenDetail(words, total)}>
        {estimated && '≈ '}
        {words.read(inputOf(total))}
        {/* A narrow screen has room for one line of figures; the receipt says it there. */}
        {cached > 0 && <span className="max-md:hidden">{words.from_cache(cached)}</span>}
      </span>
      <span>
        {estimated && '≈ '}
        {words.wrote(out)}
      </span>
      <span>{format.duration(latency_ms)}</span>
    </span>
  )
}

function Amount({ total, turnId, model }: { total: TurnTotal; turnId: string; model: string | null }) {
  const texts = useTexts()
  const { data } = useModels()
  const { cost_usd, unpriced_calls } = total
  if (!isKnown(total)) return null
  const isLocal = data?.models.some(({ id, local }) => id === model && local) === true
  const isFree = isLocal && cost_usd !== null && unpriced_calls === 0 && Number(cost_usd) === 0
  const label = isFree ? texts.models.local_amount : spendingLabel(texts, cost_usd, unpriced_calls)
  return (
    <CostButton
      view={{ of: 'turn', id: turnId }}
      title={isFree ? texts.models.cost_of_answer : spendingDetail(texts, texts.models.cost_of_answer, unpriced_calls)}
      className={isFree || cost_usd === null ? 'text-muted text-small' : 'font-semibold text-ink text-small'}
    >
      {total.estimated && cost_usd !== null && Number(cost_usd) > 0 ? `≈ ${label}` : label}
    </CostButton>
  )
}

function isKnown(total: TurnTotal): boolean {
  return inputOf(total) + total.output_tokens > 0
}

function inputOf({ input_tokens, cache_creation_input_tokens, cached_input_tokens }: TurnTotal): number {
  return input_tokens + cache_creation_input_tokens + cached_input_tokens
}

function tokenDetail(words: Texts['transcript'], { calls, estimated }: TurnTotal): string {
  const source = estimated ? words.tokens_estimated : words.tokens_counted
  return calls > 1 ? words.over_calls(source, calls) : source
}
