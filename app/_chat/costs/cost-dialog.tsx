'use client'

import { useState } from 'react'
import { errorWords } from '../../_client/error-words.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { CallCost } from './call-cost.tsx'
import { ChatCosts } from './chat-costs.tsx'
import { useCalls } from './use-calls.ts'

/** How a figure comes about: of a turn call by call and line by line, of the chat by model and by turn. */
export function CostDialog({ turnId, onClose }: { turnId: string | null; onClose: () => void }) {
  const words = useLateTexts().costs
  const [opened, setOpened] = useState<string | null>(null)
  const shown = opened ?? turnId
  const title = shown === null ? words.of_chat : words.of_answer
  return (
    <Dialog label={title} shape="wide" onClose={onClose}>
      <div className="flex items-center gap-2 pb-3">
        {opened !== null && <IconButton icon="chevron-left" label={words.back} onClick={() => setOpened(null)} />}
        <h2 className="flex-1 font-semibold font-serif text-h3">{title}</h2>
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </div>
      <Costs key={shown} turnId={shown} onOpen={setOpened} />
    </Dialog>
  )
}

function Costs({ turnId, onOpen }: { turnId: string | null; onOpen: (turnId: string) => void }) {
  const texts = useTexts()
  const words = useLateTexts().costs
  const { data, error, refetch } = useCalls(turnId)
  if (error) {
    return (
      <div role="alert" className="space-y-3">
        <p>{errorWords(texts, error)}</p>
        <Button onClick={() => void refetch()}>{words.try_again}</Button>
      </div>
    )
  }
  // So high that little moves when it is there.
  if (!data) return <p className="min-h-48 text-muted">{words.loading}</p>
  if (data.calls.length === 0) return <p className="text-muted">{words.none}</p>
  if (turnId === null) return <ChatCosts calls={data.calls} onOpen={onOpen} />
  return (
    <div className="space-y-6">
      {data.calls.map((call) => (
        <CallCost key={call.id} call={call} />
      ))}
    </div>
  )
}
