import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { useSessionState } from './live/use-live-session.ts'

/** Says that an answer is not stored yet, and why. It goes away by itself: there is nothing to dismiss. */
export function StorageNotice() {
  const words = useTexts().failures.storage
  const problem = useSessionState((state) => state.storage)
  if (!problem) return null
  return (
    <div
      role="alert"
      className="mb-2 flex gap-3 rounded-card border border-warn-line bg-warn-soft px-4 py-3 text-small"
    >
      <span className="mt-0.5 text-warn">
        <Icon name="alert" />
      </span>
      <p className="min-w-0 flex-1 break-words">{words[problem.kind](problem.message)}</p>
    </div>
  )
}
