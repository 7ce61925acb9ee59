'use client'

import { choiceWords, linkWords, policyWords } from '../../_client/route-words.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { ReceiptSection } from './receipt-section.tsx'
import type { Receipt } from './use-receipt.ts'

/** The way to the model, step by step. */
export function WhySection({ receipt: { route, model_asked, model_served, unknown } }: { receipt: Receipt }) {
  const texts = useTexts()
  const words = useLateTexts().receipts
  // The steps say it too.
  const why = route && !route.chain ? choiceWords(texts, route) : null
  const isOther = model_served !== null && model_asked !== null && model_served !== model_asked
  return (
    <ReceiptSection title={words.why}>
      {unknown !== null && <p className="text-muted">{unknown === 'imported' ? words.imported : words.copied}</p>}
      {route && (
        <p className="font-semibold">
          {texts.transcript.routing[route.mode] ?? route.mode}
          {route.rule_name && `: ${words.rule(route.rule_name)}`}
        </p>
      )}
      {why !== null && <p dir="auto">{why}</p>}
      {route?.chain && (
        <ol className="space-y-1.5">
          {route.chain.map((link) => (
            <li
              key={link.policy + (link.model ?? '')}
              className={link.verdict === 'chose' ? 'flex gap-2.5' : 'flex gap-2.5 text-muted'}
            >
              <span className="mt-0.5 shrink-0">
                <Icon name={MARKS[link.verdict] ?? 'chevron-right'} size={15} />
              </span>
              <span className="min-w-0">
                <span className={link.verdict === 'chose' ? 'font-semibold' : undefined}>
                  {policyWords(texts, link.policy)}
                </span>
                {`: ${linkWords(texts, link)}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {route && !route.chain && unknown === null && <p className="text-muted">{words.no_chain}</p>}
      {model_asked !== null && (
        <p className="break-all text-caption text-muted" dir="auto">
          {isOther ? words.asked_and_served(model_asked, model_served) : words.asked(model_asked)}
        </p>
      )}
    </ReceiptSection>
  )
}

const MARKS: Readonly<Record<string, 'check' | 'close' | 'minus' | 'chevron-right'>> = {
  chose: 'check',
  rejected: 'close',
  not_applicable: 'minus',
}
