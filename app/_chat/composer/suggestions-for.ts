import type { Texts } from '../../_texts/texts.ts'
import { aliasProblem, aliasSuggestions } from './alias.ts'
import { commandSuggestions } from './command.ts'
import { type CommandMeans, commandsFor, type Known } from './commands-for.ts'
import type { Suggestions } from './suggestion.ts'

/** What a text may become that begins with an `@` or a `/`. */
export function suggestionsFor(
  texts: Texts,
  text: string,
  means: CommandMeans,
  known: Known,
  setText: (text: string) => void,
): Suggestions {
  if (!text.startsWith('@')) return commandSuggestions(texts, text, commandsFor(texts, means, known), setText)
  // One more name after others: the question is for all of them.
  const [before = ''] = /^(?:@\S+\s+)*/.exec(text) ?? []
  const last = text.slice(before.length)
  const list = aliasSuggestions(last, known.models).map(({ alias, model: { label } }) => ({
    key: alias,
    name: `@${alias}`,
    note: label,
    take: () => setText(`${before}@${alias} `),
  }))
  return { label: texts.composer.models_for_message, list, nothing: aliasProblem(texts, last, known.models) }
}
