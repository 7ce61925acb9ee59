import { useModels } from '../../_client/use-api.ts'
import { type LateTexts, type Texts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { modelLabel } from '../models/model.ts'
import type { Way } from './preview.ts'

/** What can be done, each with what comes of it. */
export function Ways({ ways, busy, onTake }: { ways: readonly Way[]; busy: boolean; onTake: (way: Way) => void }) {
  const texts = useTexts()
  const words = useLateTexts().switching
  const models = useModels().data?.models ?? []
  if (ways.length === 0) return null
  return (
    <ul aria-label={words.ways} className="border-line-strong border-t">
      {ways.map((way) => {
        const { title, about, does } = saidOf(
          way,
          way.model === undefined ? '' : modelLabel(way.model, models),
          texts,
          words,
        )
        return (
          <li key={way.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-b py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="break-words font-semibold">{title}</p>
              <p className="text-ink-soft">{about}</p>
            </div>
            <Button
              variant={way === ways[0] ? 'primary' : 'plain'}
              disabled={busy && way.id !== 'stay'}
              onClick={() => onTake(way)}
              className="pointer-coarse:min-h-11"
            >
              {does}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function saidOf(
  { id, cost_usd, file, from }: Way,
  label: string,
  { format }: Pick<Texts, 'format'>,
  words: LateTexts['switching'],
): { title: string; about: string; does: string } {
  const cost = cost_usd === undefined || cost_usd === null ? null : format.roughCost(cost_usd)
  switch (id) {
    case 'leave_out':
      return { title: words.leave_out, about: words.leave_out_about, does: words.leave_out }
    case 'describe':
      return { title: words.describe, about: words.describe_about(label, cost), does: words.describe_do }
    case 'brief':
      return { title: words.brief, about: words.brief_about(label, cost), does: words.brief_do }
    case 'branch': {
      const title = words.branch(from?.turn ?? 0)
      return { title, about: words.branch_about(from?.tokens ?? 0), does: words.branch_do(from?.turn ?? 0) }
    }
    case 'leave_out_file':
      return {
        title: words.leave_file(file?.name ?? ''),
        about: words.leave_file_about(file?.tokens ?? 0),
        does: words.leave_file_do,
      }
    case 'larger_window':
      return { title: words.larger, about: words.larger_about(label, cost), does: words.larger_do(label) }
    case 'stay':
      return { title: words.stay, about: words.stay_about, does: words.stay }
  }
}
