'use client'

import { spendingLabel } from '../../_content/spending.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { CallCost } from '../costs/call-cost.tsx'
import { ReceiptSection } from './receipt-section.tsx'
import type { Receipt } from './use-receipt.ts'

/** What each call cost, line by line, and their sum. */
export function SpentSection({ cost: { calls, cost_usd, unpriced_calls } }: { cost: Receipt['cost'] }) {
  const texts = useTexts()
  const words = useLateTexts()
  return (
    <ReceiptSection title={words.receipts.spent} figure={spendingLabel(texts, cost_usd, unpriced_calls)}>
      {calls.length === 0 && <p className="text-muted">{words.costs.none}</p>}
      <div className="space-y-6">
        {calls.map((call) => (
          <CallCost key={call.id} call={call} />
        ))}
      </div>
    </ReceiptSection>
  )
}
