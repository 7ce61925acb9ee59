import { Decimal } from 'decimal.js'
import type { ListedModel, ModelDirectory } from '../models/model-directory.ts'
import { estimateOf } from '../pricing/estimate.ts'
import { isSameModel } from '../pricing/whose-price.ts'

/** Why a model is looked at. */
export type Chosen = 'chat' | 'asked' | 'most_used' | 'cheapest' | 'dearest' | 'listed'

export interface Choice {
  id: string
  chosen: Chosen
}

export interface OtherModels {
  /** The model of the chat, which is none of them. */
  own: string
  /** What the person had answers of, those with the most first: as hosts call them. */
  used: readonly string[]
  /** How much would be read, about. */
  input_tokens: number
  /** ISO 8601. */
  at: string
  /** Whether the chat can go on there. */
  fits: (id: string) => boolean
}

const MOST_USED = 2

/**
 * Which models a chat is compared with, the most telling first: the two that its owner used most, then the one that reads it
 * for the least and the one that reads it for the most, then all others that have a price, by it. What nobody knows the
 * abilities of is left out where it was not used before, and a script is compared with scripts alone.
 */
export function otherModels(models: ModelDirectory, { own, used, input_tokens, at, fits }: OtherModels): Choice[] {
  const listed = models.list()
  const isScript = listed.find(({ id }) => id === own)?.scripted ?? false
  const possible = listed.filter(
    (model) => model.id !== own && model.configured && model.scripted === isScript && fits(model.id),
  )
  const usedIds = used.flatMap((name) => possible.find(({ id }) => isSameModel(name, id))?.id ?? [])
  const costOf = ({ id: model }: ListedModel) =>
    estimateOf({ model, input_tokens, output_tokens: 0, at }, models).cost_usd
  const byCost = possible
    .filter(({ capabilities }) => !capabilities.assumed)
    .flatMap((model) => [{ id: model.id, usd: costOf(model) }])
    .flatMap(({ id, usd }) => (usd === null ? [] : [{ id, usd: new Decimal(usd) }]))
    .toSorted((a, b) => a.usd.comparedTo(b.usd))
    .map(({ id }) => id)
  const choices = [
    ...chosenAs('most_used', usedIds.slice(0, MOST_USED)),
    ...chosenAs('cheapest', byCost.slice(0, 1)),
    ...chosenAs('dearest', byCost.slice(-1)),
    ...chosenAs('listed', byCost),
  ]
  return [...Map.groupBy(choices, ({ id }) => id).values()].flatMap(([first]) => first ?? [])
}

function chosenAs(chosen: Chosen, ids: readonly string[]): Choice[] {
  return ids.map((id) => ({ id, chosen }))
}
