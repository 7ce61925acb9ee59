import { errorWords } from '../../_client/error-words.ts'
import { ApiError } from '../../_client/use-api.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'

/** Why the server refused a message or a change. What was typed is still there. */
export function SendError({ error, onDismiss }: { error: unknown; onDismiss: () => void }) {
  const texts = useTexts()
  const titles: Readonly<Record<string, string>> = texts.failures.titles
  const { code, details } = error instanceof ApiError ? error : { code: 'unknown', details: undefined }
  const ways = waysOn(details, texts.failures.ways)
  return (
    <div
      role="alert"
      className="mb-2 flex gap-3 rounded-card border border-warn-line bg-warn-soft px-4 py-3 text-small"
    >
      <span className="mt-0.5 text-warn">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold">{titles[code] ?? texts.failures.not_sent}</p>
        <p className="break-words">{errorWords(texts, error)}</p>
        {ways.length > 0 && (
          <ul className="list-disc space-y-0.5 ps-5">
            {ways.map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ul>
        )}
      </div>
      <IconButton icon="close" label={texts.page.dismiss} size={16} className="-me-2 -mt-1" onClick={onDismiss} />
    </div>
  )
}

/** Ways on that the server names and that nobody can take yet. */
const NO_ROUTE: readonly unknown[] = ['leave_out', 'describe']

/** The ways on that a refusal offers: names of models, or options with a label. */
function waysOn(details: unknown, words: Readonly<Record<string, string>>): string[] {
  if (typeof details !== 'object' || details === null) return []
  const { options, near_matches } = details as { options?: unknown; near_matches?: unknown }
  const list = [options, near_matches].find(Array.isArray) ?? []
  return list.flatMap((way: unknown) => {
    if (typeof way === 'string') return way
    const { id, label } = (way ?? {}) as { id?: unknown; label?: unknown }
    if (typeof label !== 'string' || NO_ROUTE.includes(id)) return []
    return typeof id === 'string' && Object.hasOwn(words, id) ? (words[id] ?? label) : label
  })
}
