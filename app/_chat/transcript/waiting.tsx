import { useEffect } from 'react'
import type { Message } from '#lib/canonical/message.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import type { AnswerStage } from '../live/live-answer.ts'
import type { LiveTurn, SessionState } from '../live/session-state.ts'
import { adviceFor } from './error-advice.ts'

/** Nothing of the answer is there yet: says that it is on its way, or why it takes longer. Without a turn, the question is. */
export function Waiting({ turn }: { turn: LiveTurn | null }) {
  const texts = useTexts()
  useEffect(loadAnswerFaces, [])
  return (
    <p className="flex min-h-7 items-center gap-2.5 text-muted text-small">
      <span
        aria-hidden="true"
        className="size-2 animate-[breathe_1.6s_var(--ease-in-out)_infinite] rounded-full bg-accent"
      />
      <span>{text(texts, turn)}</span>
    </p>
  )
}

/** What becomes of the calls that an answer ends with: while they run, their cards say so; then the model is asked again. */
export function toolsOf(answer: Message | undefined, results: SessionState['results']): 'none' | 'running' | 'back' {
  if (answer?.content.at(-1)?.type !== 'tool_use') return 'none'
  return answer.content.every((block) => block.type !== 'tool_use' || results.has(block.id)) ? 'back' : 'running'
}

/** Whether a turn waits for its model, by the rule of the server: an answer ends its turn unless it has paused, or has called tools. */
export function isWaiting(
  turn: LiveTurn,
  stage: AnswerStage | null,
  last: Message | undefined,
  tools: ReturnType<typeof toolsOf>,
): boolean {
  if (stage) return stage === 'awaited'
  if (turn.retry !== null || last === undefined) return true
  return tools === 'none' ? last.metadata.stop_reason === 'pause_turn' : tools === 'back'
}

/** Faces that an answer may need beside that of most of its words: a line whose face comes after it would break anew. */
function loadAnswerFaces(): void {
  const style = getComputedStyle(document.documentElement)
  const faces = [
    `1em ${style.getPropertyValue('--font-code')}`,
    `italic 1em ${style.getPropertyValue('--font-reading')}`,
  ]
  // Where one does not come, words that need it stand in another.
  for (const face of faces) void document.fonts?.load(face).catch(() => {})
}

function text(texts: Texts, turn: LiveTurn | null): string {
  const words = texts.transcript
  if (!turn) return words.sending
  const { state, retry } = turn
  if (state === 'cancelling') return words.stopping
  if (!retry) return words.waiting
  return words.retrying(adviceFor(texts, retry).title, retry.attempt + 1)
}
