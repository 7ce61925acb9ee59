import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { adviceFor } from './error-advice.ts'

/** An answer that failed: the class, what it means, what to do, and the provider's own words. The announcer says it aloud. */
export function ErrorCard({ errorClass, message }: { errorClass: string; message: string }) {
  const texts = useTexts()
  const { title, advice } = adviceFor(texts, errorClass)
  return (
    <div
      role="note"
      aria-label={texts.transcript.error}
      className="flex gap-3 rounded-card border border-danger-line bg-danger-soft px-4 py-3.5 text-ui"
    >
      <span className="pt-0.5 text-danger">
        <Icon name="alert" />
      </span>
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 font-semibold">
          {title}
          <code className="font-mono font-normal text-caption text-danger">{errorClass}</code>
        </p>
        <p>{advice}</p>
        {message && <p className="break-words pt-1 font-mono text-caption text-ink-soft">{message}</p>}
      </div>
    </div>
  )
}
