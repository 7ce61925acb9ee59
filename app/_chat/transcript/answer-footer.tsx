'use client'

import type { BlockType, ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import { useModels } from '../../_client/use-api.ts'
import { countLabel, durationLabel, spendingDetail, spendingLabel } from '../../_content/format.ts'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { useSessionState } from '../live/use-live-session.ts'
import { modelLabel } from '../models/model.ts'
import { RoutingReason } from './routing-reason.tsx'

/** Under an answer: who gave it, what it took, why this model. */
export function AnswerFooter({ answers }: { answers: readonly Message[] }) {
  const models = useModels().data?.models ?? []
  const last = answers.at(-1)
  const turnId = last?.metadata.turn_id
  const total = useSessionState(({ totals }) => (turnId === undefined ? undefined : totals.get(turnId)))
  const model = answers.findLast(({ metadata }) => metadata.model)?.metadata.model
  const text = answers
    .flatMap(({ content }) => content)
    .flatMap((block) => (isCopied(block) ? block.text : []))
    .join('\n\n')
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-xs tabular-nums">
      {text && <CopyButton text={text} label="Copy answer" className="-ms-1.5 -me-1.5 size-7!" />}
      {model && (
        <span className="font-medium" title={model}>
          {modelLabel(model, models)}
        </span>
      )}
      {total && <Taken total={total} />}
      {last?.metadata.routing && (
        <RoutingReason routing={last.metadata.routing} turnId={last.metadata.turn_id ?? null} />
      )}
    </footer>
  )
}

/** Whether a copy of an answer holds it: what the model said, without how it came to it. */
const COPIED = {
  text: true,
  tool_use: false,
  tool_result: false,
  image: false,
  document: false,
  thinking: false,
  redacted_thinking: false,
  hosted_tool: false,
} as const satisfies Record<BlockType, boolean>

type CopiedType = { [T in BlockType]: (typeof COPIED)[T] extends true ? T : never }[BlockType]

function isCopied(block: ContentBlock): block is Extract<ContentBlock, { type: CopiedType }> {
  return Object.hasOwn(COPIED, block.type) && COPIED[block.type]
}

/** Tokens, cost and time. What is written to a cache is input like any other. */
function Taken({ total }: { total: TurnTotal }) {
  const { cached_input_tokens: cached, output_tokens: out, cost_usd, unpriced_calls, latency_ms, estimated } = total
  const input = total.input_tokens + total.cache_creation_input_tokens
  if (input + cached + out === 0) return null
  return (
    <>
      <span title={tokenDetail(total)}>
        {estimated && '≈ '}
        {countLabel(input)} in
        {cached > 0 && ` + ${countLabel(cached)} cached`} · {countLabel(out)} out
      </span>
      <span title={spendingDetail('Cost of this answer', unpriced_calls)}>
        {spendingLabel(cost_usd, unpriced_calls)}
      </span>
      <span>{durationLabel(latency_ms)}</span>
    </>
  )
}

function tokenDetail({ calls, estimated }: TurnTotal): string {
  const source = estimated ? 'Tokens, partly our own estimate' : 'Tokens as the provider counted them'
  return calls > 1 ? `${source}, over ${calls} model calls` : source
}
