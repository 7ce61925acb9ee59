'use client'

import type { ShareFinding } from '#lib/canonical/share-finding.ts'
import { useLateTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'

const BUTTON =
  'inline-flex items-center underline decoration-dotted underline-offset-3 hover:text-accent hover:decoration-solid pointer-coarse:min-h-11'

/** What was found that nobody may have meant to show, and what becomes of each. */
export function Findings({
  findings,
  onShown,
  onPlace,
}: {
  findings: readonly ShareFinding[]
  /** Which of them are left as they are. */
  onShown: (ids: readonly string[], shown: boolean) => void
  onPlace: (finding: ShareFinding) => void
}) {
  const words = useLateTexts().shares
  if (findings.length === 0) return null
  const open = findings.filter(({ masked }) => !masked)
  return (
    <section
      aria-labelledby="share-findings"
      className="mb-5 rounded-card border border-warn-line bg-warn-soft px-4 py-3 text-small"
    >
      <h3 id="share-findings" className="flex items-start gap-2.5 font-semibold text-ui">
        <span className="pt-0.5 text-warn">
          <Icon name="alert" />
        </span>
        <span aria-live="polite">{words.found(findings.length, open.length)}</span>
      </h3>
      <p className="mt-1">{words.found_about}</p>
      {open.length > 0 && (
        <button type="button" className={`${BUTTON} mt-1 font-medium`} onClick={() => onShown(open.map(idOf), false)}>
          {words.mask_all}
        </button>
      )}
      <ul className="mt-2 space-y-2">
        {findings.map((finding) => (
          <li key={finding.id} className="border-warn-line border-t pt-2">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{words.secret_kinds[finding.kind]}</span>
              <span className="text-caption">{finding.masked ? words.is_masked : words.stays_in}</span>
            </p>
            <p dir="auto" className="wrap-anywhere line-clamp-2 font-mono text-caption text-ink-soft">
              {finding.excerpt}
            </p>
            <p className="flex flex-wrap gap-x-4">
              {finding.message_id !== null && (
                <button type="button" className={BUTTON} onClick={() => onPlace(finding)}>
                  {words.show_place}
                </button>
              )}
              <button type="button" className={BUTTON} onClick={() => onShown([finding.id], finding.masked)}>
                {finding.masked ? words.no_secret : words.mask}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const idOf = ({ id }: ShareFinding): string => id
