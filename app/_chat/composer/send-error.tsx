import type { ReactNode } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { ApiError } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'

/** Why the server refused a message or a change. What was typed is still there. */
export function SendError({
  error,
  onDismiss,
  onWays,
  children,
}: {
  error: unknown
  onDismiss: () => void
  /** Shows the ways on, where the chat itself is what cannot be taken. */
  onWays?: (() => void) | undefined
  /** What can be done about it at once. */
  children?: ReactNode
}) {
  const texts = useTexts()
  const titles: Readonly<Record<string, string>> = texts.failures.titles
  const { code, message, details } = error instanceof ApiError ? error : UNKNOWN
  const ways = waysOn(details, texts.failures.ways)
  const title = titles[code] ?? texts.failures.not_sent
  // Of a chat that is gone there is no more to say.
  const isSaid = code === 'not_found' && message === 'the session does not exist'
  const words = isSaid ? '' : wordsBehind(title, errorWords(texts, error))
  return (
    <div
      role="alert"
      className="mb-2 flex gap-3 rounded-card border border-warn-line bg-warn-soft px-4 py-3 text-small"
    >
      <span className="mt-0.5 text-warn">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold">{title}</p>
        {words && <p className="break-words">{words}</p>}
        {ways.length > 0 && (
          <ul className="list-disc space-y-0.5 ps-5">
            {ways.map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ul>
        )}
        {onWays && isOfChat(details) && <SeeWays onWays={onWays} />}
        {children}
      </div>
      <IconButton icon="close" label={texts.page.dismiss} size={16} className="-me-2 -mt-1" onClick={onDismiss} />
    </div>
  )
}

const UNKNOWN = { code: 'unknown', message: '', details: undefined }

/** The words of an error may begin with what its title says already. */
function wordsBehind(title: string, words: string): string {
  const rest = words.slice(title.length)
  const isSaid = words.slice(0, title.length).toLowerCase() === title.toLowerCase() && /^[.:!]?(?:\s|$)/.test(rest)
  if (!isSaid) return words
  const behind = rest.replace(/^[.:!]?\s*/, '')
  return behind.charAt(0).toUpperCase() + behind.slice(1)
}

/** Ways on that are taken by a button, of this notice or in the dialog. */
const HAVE_BUTTONS: readonly unknown[] = ['leave_out', 'describe']

/** The ways on that a refusal offers: names of models, or options with a label. */
function waysOn(details: unknown, words: Readonly<Record<string, string>>): string[] {
  if (typeof details !== 'object' || details === null) return []
  const { options, near_matches } = details as { options?: unknown; near_matches?: unknown }
  const list = [options, near_matches].find(Array.isArray) ?? []
  return list.flatMap((way: unknown) => {
    if (typeof way === 'string') return way
    const { id, label } = (way ?? {}) as { id?: unknown; label?: unknown }
    if (typeof label !== 'string' || HAVE_BUTTONS.includes(id)) return []
    return typeof id === 'string' && Object.hasOwn(words, id) ? (words[id] ?? label) : label
  })
}

/** What was said before is what keeps the model from answering. */
function isOfChat(details: unknown): boolean {
  const { chain, options } = (details ?? {}) as { chain?: unknown; options?: unknown }
  // Where it is the pictures, those in the question are not among what the chat can leave out.
  const isToLeaveOut = Array.isArray(options) && options.some((way: { id?: unknown } | null) => way?.id === 'leave_out')
  const links: readonly unknown[] = Array.isArray(chain) ? chain : []
  return links.some((link) => {
    const { rejection } = (link ?? {}) as { rejection?: unknown }
    return rejection === 'exceeds_context_window' || (rejection === 'no_vision_support' && isToLeaveOut)
  })
}

function SeeWays({ onWays }: { onWays: () => void }) {
  const words = useLateTexts().switching
  return (
    <button
      type="button"
      onClick={onWays}
      className="font-medium text-accent underline underline-offset-3 pointer-coarse:min-h-11"
    >
      {words.see_ways}
    </button>
  )
}
