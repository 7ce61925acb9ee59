import type { Model } from '#lib/api/model.ts'
import { isUsable } from '../models/model.ts'

export interface AliasMatch {
  alias: string
  model: Model
}

/** While the text is nothing but the start of an `@alias`: the aliases it may become. */
export function aliasSuggestions(text: string, models: readonly Model[]): AliasMatch[] {
  const typed = /^@(\S*)$/.exec(text)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  return models
    .filter(isUsable)
    .flatMap((model) => model.aliases.map((alias) => ({ alias, model })))
    .filter(({ alias }) => alias.startsWith(typed) && alias !== typed)
    .slice(0, 6)
}

/** The model that a message asks for with a leading `@alias` or `@provider:name`. */
export function aliasOf(text: string, models: readonly Model[]): Model | undefined {
  const name = /^@(\S+)/.exec(text)?.[1]?.toLowerCase()
  return name === undefined
    ? undefined
    : models.find((model) => model.id.toLowerCase() === name || model.aliases.includes(name))
}
