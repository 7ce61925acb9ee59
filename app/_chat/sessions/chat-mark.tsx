import { assertNever } from '#lib/assert-never.ts'
import { Icon } from '../../_ui/icon.tsx'
import type { ChatState } from './use-seen.ts'

/** Shown beside the title: a dot breathes, a diamond waits, a ring is unread. */
export function ChatMark({ state }: { state: ChatState }) {
  return (
    <span aria-hidden="true" className="inline-flex w-2.5 shrink-0 justify-center">
      <Shape state={state} />
    </span>
  )
}

function Shape({ state }: { state: ChatState }) {
  switch (state) {
    case 'running':
      return (
        // Not where its answer is seen coming: what moves in one corner costs the page in each frame.
        <span className="size-2 animate-[breathe_1.6s_var(--ease-in-out)_infinite] rounded-full bg-accent forced-color-adjust-none in-aria-[current=page]:animate-none" />
      )
    case 'waiting':
      return <span className="size-2.25 rotate-45 rounded-[1px] border-2 border-warn forced-color-adjust-none" />
    case 'failed':
      return (
        <span className="text-danger">
          <Icon name="alert" size={12} />
        </span>
      )
    case 'unread':
      return <span className="size-2 rounded-full border-2 border-accent forced-color-adjust-none" />
    default:
      return assertNever(state)
  }
}
