import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { PageLink } from '../../_ui/page-link.tsx'
import { adviceFor, type Failure } from './error-advice.ts'

/** What is to be done about these is done in the settings. */
const OF_SETTINGS: ReadonlySet<string> = new Set(['auth', 'unreachable'])

/**
 * An answer that failed: the class, what it means, what to do, and the provider's own words. The announcer says it aloud.
 * `arrived`: whether anything of the answer came before.
 */
export function ErrorCard({ failure, arrived }: { failure: Failure & { message: string }; arrived: boolean }) {
  const texts = useTexts()
  const { error_class, reason, message } = failure
  const { title, advice } = adviceFor(texts, failure)
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
          <code className="font-mono font-normal text-caption text-danger">{error_class}</code>
        </p>
        <p>
          {arrived && `${texts.failures.kept} `}
          {advice}
          {OF_SETTINGS.has(reason ?? error_class) && (
            <>
              {' '}
              <PageLink href="/settings/keys" className="underline underline-offset-3">
                {texts.failures.to_settings}
              </PageLink>
            </>
          )}
        </p>
        {message && <p className="break-words pt-1 font-mono text-caption text-ink-soft">{message}</p>}
      </div>
    </div>
  )
}
