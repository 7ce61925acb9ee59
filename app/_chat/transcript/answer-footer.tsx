'use client'

import type { BlockType, ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import { useModels } from '../../_client/use-api.ts'
import { countLabel, durationLabel, spendingDetail, spendingLabel } from '../../_content/format.ts'
import { CopyButton } from '../../_ui/copy-button.tsx'
import { modelLabel } from '../models/model.ts'
import { answerTotal } from './answer-total.ts'
import { RoutingReason } from './routing-reason.tsx'

/** Under an answer: who gave it, what it took, why this model. */
export function AnswerFooter({ answers }: { answers: readonly Message[] }) {
  const models = useModels().data?.models ?? []
  const last = answers.at(-1)
  const total = answerTotal(answers)
  const model = total?.model ?? last?.metadata.model
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
      {total && total.input_tokens + total.cached_input_tokens + total.output_tokens > 0 && (
        <>
          <span title={tokenDetail(total)}>
            {total.estimated && '≈ '}
            {countLabel(total.input_tokens)} in
            {total.cached_input_tokens > 0 && ` + ${countLabel(total.cached_input_tokens)} cached`} ·{' '}
            {countLabel(total.output_tokens)} out
          </span>
          <span title={spendingDetail('Cost of this answer', total.unpriced_calls)}>
            {spendingLabel(total.cost_usd, total.unpriced_calls)}
          </span>
          <span>{durationLabel(total.latency_ms)}</span>
        </>
      )}
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
  thinking: false,
  redacted_thinking: false,
} as const satisfies Record<BlockType, boolean>

type CopiedType = { [T in BlockType]: (typeof COPIED)[T] extends true ? T : never }[BlockType]

function isCopied(block: ContentBlock): block is Extract<ContentBlock, { type: CopiedType }> {
  return Object.hasOwn(COPIED, block.type) && COPIED[block.type]
}

type Total = NonNullable<ReturnType<typeof answerTotal>>

function tokenDetail({ calls, estimated }: Total): string {
  const source = estimated ? 'Tokens, partly our own estimate' : 'Tokens as the provider counted them'
  return calls > 1 ? `${source}, over ${calls} model calls` : source
}
