import type { SessionSummary } from '#lib/canonical/session.ts'
import type { Texts } from '../../_texts/texts.ts'

const DAY_MS = 86_400_000

/** What a chat stands under: where it is pinned, or when something was last said in it, by the calendar of this place. */
export function headingOf(
  { chats: words, format }: Pick<Texts, 'chats' | 'format'>,
  { pinned, updated_at }: Pick<SessionSummary, 'pinned' | 'updated_at'>,
  now: Date,
): string {
  if (pinned) return words.pinned
  const then = new Date(updated_at)
  const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS)
  // A clock that is behind the server's would else say that it is tomorrow.
  if (days <= 0) return words.today
  if (days === 1) return words.yesterday
  if (days <= 7) return words.last_week
  return format.month(then, now)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** Milliseconds until the headings are others. */
export function untilMidnight(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()
}
