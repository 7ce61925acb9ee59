'use client'

import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { type Column, Table } from '../../_ui/table.tsx'
import { modelLabel, providerOf } from '../models/model.ts'
import { Asked } from './asked.tsx'
import { floorLabel, rangeLabel } from './next-cost-label.ts'
import { Note, Notes } from './note.tsx'
import { type LeftOut, type NextCost, useNextCosts } from './use-next-costs.ts'

/** What the next message costs, here and elsewhere; each model opens to how its figures come about. */
export function NextCosts({ onOpen }: { onOpen: (model: string) => void }) {
  return (
    <Asked query={useNextCosts()}>
      {({ models, left_out }) => (
        <div className="space-y-3">
          {models.length > 0 && <Costs costs={models} onOpen={onOpen} />}
          <Reasons costs={models} leftOut={left_out} />
        </div>
      )}
    </Asked>
  )
}

function Costs({ costs, onOpen }: { costs: readonly NextCost[]; onOpen: (model: string) => void }) {
  const texts = useTexts()
  const late = useLateTexts()
  const words = late.costs
  const models = useModels().data?.models ?? []
  const columns: Column<NextCost>[] = [
    {
      key: 'model',
      head: words.model,
      wraps: true,
      cell: ({ model, chosen }) => (
        <>
          <button
            type="button"
            onClick={() => onOpen(model)}
            className="inline-flex items-baseline gap-1.5 text-start underline decoration-dotted underline-offset-3 hover:text-accent pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            <Hand provider={providerOf(model)} />
            {modelLabel(model, models)}
          </button>
          <span className="block text-caption text-muted">{words.chosen[chosen]}</span>
        </>
      ),
    },
    { key: 'floor', head: words.floor, end: true, cell: (cost) => floorLabel(texts, cost) },
    {
      key: 'range',
      head: words.range,
      end: true,
      wraps: true,
      cell: (cost) => rangeLabel(texts, late, cost) ?? <span className="text-muted">{words.range_unknown}</span>,
    },
  ]
  return <Table ground="raised" label={words.of_next} columns={columns} rows={costs} keyOf={({ model }) => model} />
}

function Reasons({ costs, leftOut }: { costs: readonly NextCost[]; leftOut: readonly LeftOut[] }) {
  const { failures } = useTexts()
  const words = useLateTexts().costs
  const models = useModels().data?.models ?? []
  return (
    <Notes>
      {leftOut.map(({ model, rejection, reason }) => (
        <Note key={model}>
          {words.left_out(modelLabel(model, models), failures.routes?.rejections[rejection] ?? reason)}
        </Note>
      ))}
      <Note>{costs.length > 0 && words.floor_about}</Note>
      <Note>{costs.some(({ range }) => range) && words.range_about}</Note>
    </Notes>
  )
}
