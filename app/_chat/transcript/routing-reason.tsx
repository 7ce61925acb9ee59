'use client'

import type { RoutingDecisionRecord } from '#lib/canonical/message.ts'
import { choiceWords, linkWords, policyWords } from '../../_client/route-words.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Popover } from '../../_ui/popover.tsx'
import { useSessionState } from '../live/use-live-session.ts'

/** Why this model answered; the whole chain for answers that were routed while the page was open. */
export function RoutingReason({ routing, turnId }: { routing: RoutingDecisionRecord; turnId: string | null }) {
  const texts = useTexts()
  const words = texts.transcript
  const why = choiceWords(texts, routing)
  const decision = useSessionState((state) => (turnId === null ? undefined : state.routes.get(turnId)))
  return (
    <Popover
      label={words.why_model}
      className="w-[min(22rem,calc(100vw-1rem))] p-4 text-ink"
      trigger={(props) => (
        <button
          {...props}
          className="rounded-mark print:hidden text-ink-soft underline decoration-dotted decoration-line-control underline-offset-3 hover:text-accent hover:decoration-solid pointer-coarse:min-h-11"
        >
          {words.why_model}
        </button>
      )}
    >
      {() => (
        <div className="space-y-2">
          <p className="font-semibold">{words.routing[routing.mode] ?? routing.mode}</p>
          {why !== null && <p>{why}</p>}
          <p className="break-all font-mono text-caption text-muted">{routing.chosen_model}</p>
          {decision && (
            <ol className="space-y-1 border-line border-t pt-2.5 text-xs">
              {decision.chain.map((link) => (
                <li key={link.policy + (link.model ?? '')} className="grid grid-cols-[9rem_1fr] gap-2">
                  <span className={link.verdict === 'chose' ? 'font-semibold text-accent' : 'text-muted'}>
                    {policyWords(texts, link.policy)}
                  </span>
                  <span className="text-muted">{linkWords(texts, link)}</span>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </Popover>
  )
}
