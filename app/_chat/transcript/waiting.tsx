import type { LiveTurn } from '../live/session-state.ts'
import { adviceFor } from './error-advice.ts'

/** Nothing of the answer is there yet: says that it is on its way, or why it takes longer. Without a turn, the question is. */
export function Waiting({ turn }: { turn: LiveTurn | null }) {
  return (
    <p className="flex min-h-7 items-center gap-2.5 text-muted text-small">
      <span
        aria-hidden="true"
        className="size-2 animate-[breathe_1.6s_var(--ease-in-out)_infinite] rounded-full bg-accent"
      />
      <span>{text(turn)}</span>
    </p>
  )
}

function text(turn: LiveTurn | null): string {
  if (!turn) return 'Sending…'
  const { state, retry } = turn
  if (state === 'cancelling') return 'Stopping…'
  if (!retry) return 'Waiting for the model…'
  return `${adviceFor(retry.error_class).title}. Trying again (attempt ${retry.attempt + 1})…`
}
