import type { ContentBlock } from '../canonical/block.ts'
import { editDistance } from '../models/near-match.ts'

/** The models that a message may name. */
export interface ModelNames {
  /** The model id behind an alias or an id. */
  resolve: (name: string) => string | undefined
  /** All aliases and ids, to recognise a slip of the keyboard. */
  names: readonly string[]
}

export type Override =
  | { readonly type: 'none' }
  | {
      readonly type: 'model'
      /** As written, without the @. */
      readonly alias: string
      readonly model: string
      /** The piece of the text that is the override, `@` and a comma after it included: kept, and never sent to a model. */
      readonly prefix: string
      /** The text without it. */
      readonly rest: string
    }
  | { readonly type: 'unknown'; readonly alias: string; readonly near: readonly string[] }

/** Bounded: a megabyte of text is no name. */
const LEADING = /^(@([\w./:-]{0,200}\w)[,:;]?)(?:\s+|$)/

/**
 * Reads `@alias` or `@provider:name` at the very start of a message. An `@word` that names no model is a person, a
 * handle, a decorator: it stays text. Unless it is one slip away from a model's name, or says a provider: then the user is
 * asked, because the alternative is an answer by a model that they did not want. A space before the @ says that it is meant as text.
 */
export function parseOverride(text: string, { resolve, names }: ModelNames): Override {
  const match = LEADING.exec(text)
  if (!match) return { type: 'none' }
  const [whole, prefix = '', alias = ''] = match
  const model = resolve(alias)
  if (model !== undefined) return { type: 'model', alias, model, prefix, rest: text.slice(whole.length) }
  const near = slips(alias, names)
  return near.length > 0 || isIdOfProvider(alias, names) ? { type: 'unknown', alias, near } : { type: 'none' }
}

/** The override of a message's content, where it starts with text. */
export function overrideIn(content: readonly ContentBlock[], models: ModelNames): Override {
  const [first] = content
  return first?.type === 'text' ? parseOverride(first.text, models) : { type: 'none' }
}

/** `@anthropic:no-such-model` can only mean a model. */
function isIdOfProvider(alias: string, names: readonly string[]): boolean {
  const provider = alias.slice(0, alias.indexOf(':') + 1).toLowerCase()
  return provider !== '' && names.some((name) => name.startsWith(provider))
}

/** Short words are too near to each other: three letters differ from an alias by one letter all the time. */
const SHORTEST = 4
const LONGEST = 100

function slips(alias: string, names: readonly string[]): string[] {
  if (alias.length < SHORTEST || alias.length > LONGEST) return []
  const allowed = alias.length < 8 ? 1 : 2
  const typed = alias.toLowerCase()
  return names.filter(
    (name) => Math.abs(name.length - typed.length) <= allowed && editDistance(typed, name.toLowerCase()) <= allowed,
  )
}
