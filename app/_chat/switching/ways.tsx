import { useModels } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { modelLabel } from '../models/model.ts'
import type { SwitchPreview } from './preview.ts'

type Refusal = NonNullable<SwitchPreview['refusal']>
type Way = Refusal['options'][number]

/** What can be done about a refusal, each with what comes of it. */
export function Ways({ refusal, busy, onTake }: { refusal: Refusal; busy: boolean; onTake: (id: Way['id']) => void }) {
  const words = useLateTexts().switching
  return (
    <ul aria-label={words.ways} className="border-line-strong border-t">
      {refusal.options.map((way) => (
        <li key={way.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-b py-3">
          <WayWords way={way} />
          <Button
            variant={way === refusal.options[0] ? 'primary' : 'plain'}
            disabled={busy && way.id !== 'stay'}
            onClick={() => onTake(way.id)}
            className="pointer-coarse:min-h-11"
          >
            {way.id === 'leave_out' ? words.leave_out : way.id === 'describe' ? words.describe_do : words.stay}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function WayWords({ way: { id, model, cost_usd } }: { way: Way }) {
  const { format } = useTexts()
  const words = useLateTexts().switching
  const models = useModels().data?.models ?? []
  const label = model === undefined ? '' : modelLabel(model, models)
  const cost = cost_usd === undefined || cost_usd === null ? null : format.roughCost(cost_usd)
  const [title, about] = {
    leave_out: [words.leave_out, words.leave_out_about],
    describe: [words.describe, words.describe_about(label, cost)],
    stay: [words.stay, words.stay_about],
  }[id]
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-semibold">{title}</p>
      <p className="text-ink-soft">{about}</p>
    </div>
  )
}
