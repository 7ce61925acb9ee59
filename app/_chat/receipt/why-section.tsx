'use client'

import type { RoutingMode } from '#lib/canonical/message.ts'
import { choiceWords, linkWords, policyWords } from '../../_client/route-words.ts'
import { useModels } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon, type IconName } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { failureWords, modelLabel } from '../models/model.ts'
import { ReceiptSection } from './receipt-section.tsx'
import type { Receipt } from './use-receipt.ts'

/** How the model was decided on; where others were asked before it and failed, each of them first. */
export function WhySection({ receipt: { route, model_asked, model_served, unknown } }: { receipt: Receipt }) {
  const texts = useTexts()
  const words = useLateTexts().receipts
  const models = useModels().data?.models ?? []
  const modeWords = (mode: RoutingMode) => texts.transcript.routing[mode] ?? mode
  // The steps say it too.
  const why = route && !route.chain ? choiceWords(texts, route) : null
  const isOther = model_served !== null && model_asked !== null && model_served !== model_asked
  return (
    <ReceiptSection title={words.why}>
      {unknown !== null && <p className="text-muted">{unknown === 'imported' ? words.imported : words.copied}</p>}
      {route?.earlier.map((failed) => (
        <div key={failed.model} className="space-y-1.5">
          <p className="font-semibold">
            {failed.mode !== null && `${modeWords(failed.mode)}: `}
            {modelLabel(failed.model, models)}
          </p>
          {failed.chain && <Steps chain={failed.chain} />}
          <p className="text-warn">{words.failed_first(failureWords(texts.models, failed.error_class))}</p>
        </div>
      ))}
      {route && (
        <p className="font-semibold">
          {modeWords(route.mode)}
          {route.rule_name && `: ${words.rule(route.rule_name)}`}
          {route.earlier.length > 0 && `: ${modelLabel(route.chosen_model, models)}`}
        </p>
      )}
      {why !== null && <p dir="auto">{why}</p>}
      {route?.chain && <Steps chain={route.chain} />}
      {route && !route.chain && unknown === null && <p className="text-muted">{words.no_chain}</p>}
      {model_asked !== null && (
        <p className="break-all text-caption text-muted" dir="auto">
          {isOther ? words.asked_and_served(model_asked, model_served) : words.asked(model_asked)}
        </p>
      )}
    </ReceiptSection>
  )
}

/** The way to a model, step by step. */
function Steps({ chain }: { chain: NonNullable<NonNullable<Receipt['route']>['chain']> }) {
  const texts = useTexts()
  return (
    <ol className="space-y-1.5">
      {chain.map((link) => (
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
  )
}

const MARKS: Readonly<Record<string, IconName>> = {
  chose: LATE_ICONS.check,
  rejected: 'close',
  not_applicable: LATE_ICONS.minus,
}
