'use client'

import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { spendingLabel } from '../../_content/spending.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Asked } from '../costs/asked.tsx'
import { modelLabel, providerOf } from '../models/model.ts'
import { CacheSection } from './cache-section.tsx'
import { GivenSection } from './given-section.tsx'
import { ReceiptComparison } from './receipt-comparison.tsx'
import { SawSection } from './saw-section.tsx'
import { SpentSection } from './spent-section.tsx'
import { type Receipt, useReceipt } from './use-receipt.ts'
import { WhySection } from './why-section.tsx'
import { WireSection } from './wire-section.tsx'

/** How an answer came about: beside the chat, or instead of it where there is no room for both. */
export function ReceiptDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const words = useLateTexts().receipts
  return (
    <Dialog label={words.title} shape="slip" onClose={onClose}>
      <div className="sticky top-3 z-2 me-4 mt-3 flex h-0 justify-end">
        <span className="h-fit rounded-control bg-raised">
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </span>
      </div>
      <Asked query={useReceipt(messageId)}>{(receipt) => <ReceiptView receipt={receipt} />}</Asked>
    </Dialog>
  )
}

function ReceiptView({ receipt }: { receipt: Receipt }) {
  return (
    <>
      <Head receipt={receipt} />
      <WhySection receipt={receipt} />
      <SawSection receipt={receipt} />
      <GivenSection receipt={receipt} />
      <SpentSection cost={receipt.cost} />
      <CacheSection cache={receipt.cache} />
      <WireSection receipt={receipt} />
      <ReceiptComparison receipt={receipt} />
    </>
  )
}

function Head({ receipt: { model_served, model_asked, created_at, cost } }: { receipt: Receipt }) {
  const texts = useTexts()
  const models = useModels().data?.models ?? []
  const model = model_served ?? model_asked ?? ''
  return (
    <header className="space-y-1 px-6 pt-2 pb-5 max-md:px-4">
      <p className="flex items-center gap-2 pe-12 text-muted text-small">
        <Hand provider={providerOf(model)} />
        <span dir="auto">{modelLabel(model, models)}</span>
      </p>
      <h2 className="font-semibold font-serif text-h2 tabular-nums">
        {spendingLabel(texts, cost.cost_usd, cost.unpriced_calls)}
      </h2>
      <p className="text-caption text-muted">{texts.format.moment(new Date(created_at))}</p>
    </header>
  )
}
