import type { Model } from '#lib/api/model.ts'
import type { TurnContent } from '#lib/api/turn-content.ts'

const LEADING = /^@\S+?[,:;]?(?=\s|$)\s*/

/** The model that a message asks for with a leading `@alias` or `@provider:name`. */
export function aliasOf(text: string, models: readonly Model[]): Model | undefined {
  const name = /^@(\S+)/.exec(text)?.[1]?.toLowerCase()
  return name === undefined
    ? undefined
    : models.find((model) => model.id.toLowerCase() === name || model.aliases.includes(name))
}

/** A message that begins with the names of several models is for all of them. */
export interface ForSeveral {
  models: readonly Model[]
  /** The message without the names. */
  text: string
}

/** The models that a message begins with the names of, and the message without them. */
export function namedModels(text: string, models: readonly Model[]): ForSeveral {
  const named: Model[] = []
  let rest = text
  for (let match = LEADING.exec(rest); match; match = LEADING.exec(rest)) {
    const model = aliasOf(match[0].trimEnd().replace(/[,:;]$/, ''), models)
    if (!model) break
    named.push(model)
    rest = rest.slice(match[0].length)
  }
  return { models: named, text: rest }
}

/** `null` where it names one model, or none. */
function forSeveral(text: string, models: readonly Model[]): ForSeveral | null {
  const named = namedModels(text, models)
  return named.models.length < 2 ? null : named
}

/** The same message for these models, whichever it named before; for none of them by name where they are none. */
export function withNames(text: string, named: readonly Model[], models: readonly Model[]): string {
  const names = named.map((model) => `@${nameOf(model, models)} `)
  return names.join('') + namedModels(text, models).text
}

/** As short as it can be; where two models have the same short name, the first one has it. */
function nameOf(model: Model, models: readonly Model[]): string {
  return model.aliases.find((alias) => aliasOf(`@${alias}`, models) === model) ?? model.id
}

/** The question for several models that a message is; `null` where it is for one. */
export function questionForSeveral(
  content: TurnContent,
  models: readonly Model[],
): { models: string[]; content: TurnContent } | null {
  const at = content.findIndex(({ type }) => type === 'text')
  const block = content[at]
  if (block?.type !== 'text') return null
  const several = forSeveral(block.text, models)
  if (!several) return null
  const text = several.text.trim() === '' ? [] : [{ ...block, text: several.text }]
  return { models: several.models.map(({ id }) => id), content: content.toSpliced(at, 1, ...text) }
}
