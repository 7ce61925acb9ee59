import type { Model } from '#lib/api/model.ts'
import type { Texts } from '../../_texts/texts.ts'
import { isUsable } from '../models/model.ts'
import { aliasOf } from './several-models.ts'

export interface AliasMatch {
  alias: string
  model: Model
}

/**
 * While the text is nothing but the start of an `@alias`: the aliases it may become. One that is whole comes first, and
 * alone it is none: there is nothing to complete.
 */
export function aliasSuggestions(text: string, models: readonly Model[]): AliasMatch[] {
  const typed = typedAlias(text)
  if (typed === null) return []
  const fitting = aliasesOf(models.filter(isUsable)).filter(({ alias }) => alias.startsWith(typed))
  const exact = fitting.filter(({ alias }) => alias === typed)
  const longer = fitting.filter(({ alias }) => alias !== typed)
  return longer.length === 0 ? [] : [...exact, ...longer].slice(0, 6)
}

/** Why an `@` becomes nothing. */
export function aliasProblem(
  { composer: words }: Pick<Texts, 'composer'>,
  text: string,
  models: readonly Model[],
): string | null {
  const typed = typedAlias(text)
  if (typed === null || models.length === 0 || aliasOf(text, models)) return null
  if (aliasSuggestions(text, models).length > 0) return null
  const away = aliasesOf(models).find(({ alias }) => alias.startsWith(typed))
  if (typed === '') return words.no_aliases
  if (away) return words.alias_away(away.alias, away.model.label, away.model.provider_label)
  return words.alias_unknown(typed)
}

/** A colon begins the id of any model, also of one that is in no list. */
function typedAlias(text: string): string | null {
  return /^@([^\s:]*)$/.exec(text)?.[1]?.toLowerCase() ?? null
}

function aliasesOf(models: readonly Model[]): AliasMatch[] {
  return models.flatMap((model) => model.aliases.map((alias) => ({ alias, model })))
}
