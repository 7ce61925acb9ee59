'use client'

import { useModels } from '../../_client/use-api.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { Popover, type PopoverProps } from '../../_ui/popover.tsx'
import { modelLabel } from './model.ts'

const ModelList = lateComponent(async () => (await import('../composer/late-menus.ts')).MENUS.ModelList)

/** A button that opens the list of models. */
export function ModelChoice({
  chat,
  value,
  onPick,
  compare,
  trigger,
}: {
  /** That goes on with it: what would be lost there is said. */
  chat?: string | undefined
  /** The one that is marked as chosen; `null`: the default decides. */
  value: string | null
  onPick: (id: string | null) => void
  /** Where several may be chosen, too. */
  compare?: { compared: readonly string[]; onCompare: (ids: readonly string[]) => void }
  trigger: PopoverProps['trigger']
}) {
  const words = useTexts().models
  const { data } = useModels()
  const models = data?.models ?? []
  return (
    <Popover label={words.choose} sheet className="w-[26rem] max-w-[calc(100vw-1rem)]" trigger={trigger}>
      {(close) => (
        <ModelList
          chat={chat}
          models={models}
          unlisted={data?.unlisted ?? []}
          configProblem={data?.config_problem ?? null}
          value={value}
          defaultLabel={data ? modelLabel(data.default, models) : ''}
          compare={
            compare && {
              start: compare.compared.length > 0 ? compare.compared : [value ?? data?.default ?? ''],
              onChoose(ids) {
                close()
                compare.onCompare(ids)
              },
            }
          }
          onPick={(id) => {
            close()
            onPick(id)
          }}
        />
      )}
    </Popover>
  )
}
