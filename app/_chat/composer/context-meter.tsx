'use client'

import { clsx } from 'clsx'
import type { Model } from '#lib/api/model.ts'
import { useTexts } from '../../_texts/texts.ts'
import { CostButton } from '../costs/cost-button.tsx'
import { TurnSoFar } from '../costs/turn-so-far.tsx'
import { runningTurns } from '../live/session-state.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { askedModel, costToRead, estimateContext } from './context-estimate.ts'
import { useReadElsewhere } from './use-read-elsewhere.ts'

const NEXT = { of: 'next' } as const

/**
 * How full the window of the model is, and what it costs to have the next question read. Both are estimates, and say so: by what
 * was counted for the last answer, where it is by that model, else by what the preview of that model says. It says less where
 * there is less room, of which whoever shows it is the container. While an answer is written, what that took so far stands in
 * the place of the next one's cost.
 */
export function ContextMeter({ draft, model }: { draft: string; model: Model | undefined }) {
  const texts = useTexts()
  const words = texts.composer
  const path = useSessionState(({ tree }) => tree.path)
  const systemPrompt = useSessionState(({ session }) => session?.system_prompt) ?? null
  const decided = useSessionState(({ session }) => session?.settings.decided_at)
  const isRunning = useSessionState((state) => runningTurns(state).length > 0)
  const turnId = useSessionState(({ turn }) => turn?.turn_id)
  const counted = path.findLast(({ metadata }) => metadata.usage)
  // What was counted before a summary, or without a file, says nothing of what goes from then on.
  const isOutdated = decided !== undefined && (counted?.created_at ?? '') < decided
  const isCounted = counted !== undefined && askedModel(counted) === model?.id && !isOutdated
  const hasAnswer = path.some(({ role }) => role === 'assistant')
  const elsewhere = useReadElsewhere(model && hasAnswer && !isCounted && !isRunning ? model.id : null)
  if (!model || path.length === 0 || (elsewhere.isLoading && !isCounted)) return null
  if (isOutdated && elsewhere.data === undefined) return null
  const { max_context_tokens: window, assumed } = model.capabilities
  const estimate = estimateContext(path, draft, systemPrompt)
  const [before, now] = [isCounted ? estimate.before : (elsewhere.data ?? estimate.before), estimate.draft]
  const tokens = before + now
  const isFull = tokens > window
  const nextCost = (
    <CostButton
      view={NEXT}
      title={words.next_cost}
      className="ms-auto shrink-0 underline decoration-dotted decoration-line-control underline-offset-3 hover:text-ink pointer-coarse:-my-2.5"
    >
      {costToRead(texts, tokens, model.price)}
    </CostButton>
  )
  return (
    <span
      className="flex w-full min-w-0 items-center gap-2.5"
      title={assumed ? words.window_assumed(model.label) : undefined}
    >
      <span
        aria-hidden="true"
        className="flex h-2 w-20 shrink-0 gap-px overflow-hidden rounded-mark bg-sunken forced-color-adjust-none @max-3xs:hidden @lg:w-30"
      >
        <span
          className={isFull ? 'bg-danger' : 'bg-(--fill-soft)'}
          style={{ flex: `0 1 ${widthOf(before, window)}` }}
        />
        <span className={isFull ? 'bg-danger' : 'bg-(--fill)'} style={{ flex: `0 1 ${widthOf(now, window)}` }} />
      </span>
      <span className={clsx('min-w-0 truncate @max-3xs:sr-only', isFull && 'text-danger')}>
        {words.window_used(tokens, window)}
        <span className="@max-xl:sr-only"> {isFull ? words.window_full : words.window_fits}</span>
      </span>
      {turnId === undefined ? (
        nextCost
      ) : (
        <TurnSoFar key={turnId} turnId={turnId}>
          {nextCost}
        </TurnSoFar>
      )}
    </span>
  )
}

function widthOf(tokens: number, window: number): string {
  return `${Math.min(100, (tokens / window) * 100).toFixed(2)}%`
}
