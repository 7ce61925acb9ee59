'use client'

import { useState } from 'react'
import { useModels } from '../../_client/use-api.ts'
import { type LateTexts, useLateTexts } from '../../_texts/texts.ts'
import { Dialog } from '../../_ui/dialog.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { modelLabel } from '../models/model.ts'
import { Asked } from './asked.tsx'
import { CallCost } from './call-cost.tsx'
import { ChatCosts } from './chat-costs.tsx'
import type { CostView } from './cost-view.ts'
import { ModelNextCost } from './model-next-cost.tsx'
import { NextCosts } from './next-costs.tsx'
import { useCalls } from './use-calls.ts'

/** How a figure comes about: of a turn call by call and line by line, of the chat by model and by turn, and of what comes next. */
export function CostDialog({ view, onClose }: { view: CostView; onClose: () => void }) {
  const words = useLateTexts().costs
  const models = useModels().data?.models ?? []
  const [opened, setOpened] = useState<CostView | null>(null)
  const shown = opened ?? view
  const title = titleOf(shown, words, (id) => modelLabel(id, models))
  return (
    <Dialog label={title} shape="wide" onClose={onClose}>
      <div className="flex items-center gap-2 pb-3">
        {opened !== null && (
          <IconButton
            icon={LATE_ICONS['chevron-left']}
            label={view.of === 'chat' ? words.back : words.back_to_next}
            onClick={() => setOpened(null)}
          />
        )}
        <h2 className="flex-1 font-semibold font-serif text-h3">{title}</h2>
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </div>
      <View key={JSON.stringify(shown)} view={shown} onOpen={setOpened} />
    </Dialog>
  )
}

function titleOf(view: CostView, words: LateTexts['costs'], labelOf: (id: string) => string): string {
  switch (view.of) {
    case 'chat':
      return words.of_chat
    case 'turn':
      return words.of_answer
    case 'next':
      return words.of_next
    case 'model':
      return words.of_next_at(labelOf(view.id))
  }
}

function View({ view, onOpen }: { view: CostView; onOpen: (view: CostView) => void }) {
  switch (view.of) {
    case 'chat':
      return <OfChat onOpen={onOpen} />
    case 'turn':
      return <OfTurn id={view.id} />
    case 'next':
      return <NextCosts onOpen={(id) => onOpen({ of: 'model', id })} />
    case 'model':
      return <ModelNextCost id={view.id} />
  }
}

function OfChat({ onOpen }: { onOpen: (view: CostView) => void }) {
  const words = useLateTexts().costs
  const next = (
    <section aria-label={words.of_next} className="space-y-2">
      <h3 className="font-semibold font-serif text-body">{words.of_next}</h3>
      <NextCosts onOpen={(id) => onOpen({ of: 'model', id })} />
    </section>
  )
  return (
    <Asked query={useCalls(null)}>
      {({ calls }) =>
        calls.length === 0 ? (
          <div className="space-y-5">
            <p className="text-muted">{words.none}</p>
            {next}
          </div>
        ) : (
          <ChatCosts calls={calls} next={next} onOpen={(id) => onOpen({ of: 'turn', id })} />
        )
      }
    </Asked>
  )
}

function OfTurn({ id }: { id: string }) {
  const words = useLateTexts().costs
  return (
    <Asked query={useCalls(id)}>
      {({ calls }) =>
        calls.length === 0 ? (
          <p className="text-muted">{words.none}</p>
        ) : (
          <div className="space-y-6">
            {calls.map((call) => (
              <CallCost key={call.id} call={call} />
            ))}
          </div>
        )
      }
    </Asked>
  )
}
