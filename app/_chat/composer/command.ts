import type { Texts } from '../../_texts/texts.ts'
import { NO_SUGGESTIONS, type Suggestion, type Suggestions } from './suggestion.ts'

/** What a `/` at the start of the message field does, instead of being sent. */
export interface Command {
  name: string
  note: string
  /** Without values: done at once. */
  run?: () => void
  values?: (typed: string) => CommandValue[]
  /** Said where no value fits. */
  nothing?: string | undefined
}

export interface CommandValue {
  name: string
  note: string
  run: () => void
}

/** While the text begins a command: what it may become. Any other text that begins with a slash is a message. */
export function commandSuggestions(
  { composer: words }: Pick<Texts, 'composer'>,
  text: string,
  commands: readonly Command[],
  setText: (text: string) => void,
): Suggestions {
  const named = /^\/([a-z]*)$/.exec(text)?.[1]
  if (named !== undefined) {
    const fitting = commands.filter(({ name }) => name.startsWith(named))
    return { label: words.commands, list: fitting.map((command) => whole(command, setText)), nothing: null }
  }
  const [, name, typed = ''] = /^\/([a-z]+)\s([\s\S]*)$/.exec(text) ?? []
  const command = commands.find((one) => one.name === name && one.values)
  if (!command?.values) return NO_SUGGESTIONS
  const list = command.values(typed.trim()).map(
    (value): Suggestion => ({
      key: value.name,
      name: value.name,
      note: value.note,
      take() {
        setText('')
        value.run()
      },
    }),
  )
  return { label: command.note, list, nothing: list.length === 0 ? (command.nothing ?? null) : null }
}

function whole({ name, note, run }: Command, setText: (text: string) => void): Suggestion {
  return {
    key: name,
    name: `/${name}`,
    note,
    take() {
      setText(run ? '' : `/${name} `)
      run?.()
    },
  }
}
