import { ApiError, useModels } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { modelLabel } from '../models/model.ts'
import { ModelChoice } from '../models/model-choice.tsx'
import type { Way } from '../switching/preview.ts'

/** What can be done with a message whose pictures its model does not take. */
export function PictureWays({
  error,
  disabled,
  model,
  onDescribe,
  onModel,
}: {
  error: unknown
  /** The message cannot be sent as it stands now. */
  disabled: boolean
  /** Who is to get it; `null`: the default. */
  model: string | null
  /** Sends it once more, with words in the place of its pictures. */
  onDescribe: () => void
  onModel: (id: string | null) => void
}) {
  const { format } = useTexts()
  const words = useLateTexts().switching
  const models = useModels().data?.models ?? []
  const way = describingIn(error)
  if (!way) return null
  const cost = way.cost_usd === undefined || way.cost_usd === null ? null : format.roughCost(way.cost_usd)
  return (
    <>
      <p className="break-words">{words.describe_about(modelLabel(way.model ?? '', models), cost)}</p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button variant="primary" disabled={disabled} onClick={onDescribe} className="pointer-coarse:min-h-11">
          {words.describe_send}
        </Button>
        <ModelChoice
          value={model}
          onPick={onModel}
          trigger={(props) => (
            <Button {...props} className="pointer-coarse:min-h-11">
              {words.other_model}
            </Button>
          )}
        />
      </div>
    </>
  )
}

/** The way that a refused question offers, where that is one. */
function describingIn(error: unknown): Way | null {
  if (!(error instanceof ApiError) || error.code !== 'no_model') return null
  const { options } = (error.details ?? {}) as { options?: Way[] }
  return options?.find(({ id }) => id === 'describe') ?? null
}
