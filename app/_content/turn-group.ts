import type { PublicMessage } from '#lib/canonical/public-message.ts'

/** What one person said and everything that answered it; or an answer whose question was deleted. */
export interface TurnGroup {
  id: string
  question: PublicMessage | null
  /** Messages of the model, in order; tool results show inside the cards of their calls. */
  answers: readonly PublicMessage[]
}

export function groupTurns(messages: readonly PublicMessage[]): TurnGroup[] {
  const groups: { id: string; question: PublicMessage | null; answers: PublicMessage[] }[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool' || message.role === 'system') continue
    const open = groups.at(-1)
    if (message.role === 'user' || !open || isOfOtherTurn(placed(message), placed(messages[index - 1] ?? message))) {
      const question = message.role === 'user' ? message : null
      groups.push({ id: message.id, question, answers: question ? [] : [message] })
    } else {
      open.answers.push(message)
    }
  }
  return groups
}

/** What is known of a message that says whose turn it is. */
interface Placed {
  role: PublicMessage['role']
  turn_id?: string | undefined
}

export function placed({ role, metadata }: PublicMessage): Placed {
  return { role, turn_id: metadata.turn_id }
}

/** An answer right after that of another turn: the question between them was deleted. */
export function isOfOtherTurn(message: Placed, before: Placed | undefined): boolean {
  if (!before || before.turn_id === undefined) return false
  return isOfModel(message) && isOfModel(before) && message.turn_id !== before.turn_id
}

function isOfModel({ role }: Placed): boolean {
  return role === 'assistant' || role === 'tool'
}

/** Same messages, so nothing to render again. */
export function sameGroup(a: TurnGroup, b: TurnGroup): boolean {
  return (
    a.question === b.question &&
    a.answers.length === b.answers.length &&
    a.answers.every((answer, index) => answer === b.answers[index])
  )
}

export function modelOf(group: TurnGroup | undefined): string | null {
  return group?.answers.findLast((answer) => answer.metadata.model)?.metadata.model ?? null
}

/** The name that it was asked by: many answer under one with a date, which is the same model, said more exactly. */
export function askedModelOf(group: TurnGroup): string | null {
  const { model, routing } = group.answers.findLast(({ metadata }) => metadata.model)?.metadata ?? {}
  return (model && routing?.chosen_model) ?? model ?? null
}

/** Of an answer that was given elsewhere: by which model, as that product calls it, under the name of the product. */
export function importedModelOf(group: TurnGroup): string | null {
  const found = group.answers.findLast(({ metadata }) => metadata.imported_model)?.metadata
  return found ? `${found.imported_from}:${found.imported_model}` : null
}

/** The model that was asked first, where another one answered. A name with a date is the same model, said more exactly. */
export function otherModelAsked(group: TurnGroup): string | null {
  const { model, routing } = group.answers.findLast(({ metadata }) => metadata.model)?.metadata ?? {}
  const asked = routing?.instead_of?.[0]?.model ?? routing?.chosen_model
  return asked && model && !model.startsWith(asked) ? asked : null
}
