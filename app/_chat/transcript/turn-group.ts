import type { PublicMessage } from '#lib/canonical/public-message.ts'

/** What one person said and everything that answered it. */
export interface TurnGroup {
  id: string
  question: PublicMessage | null
  /** Messages of the model, in order; tool results show inside the cards of their calls. */
  answers: readonly PublicMessage[]
}

export function groupTurns(messages: readonly PublicMessage[]): TurnGroup[] {
  const groups: { id: string; question: PublicMessage | null; answers: PublicMessage[] }[] = []
  for (const message of messages) {
    if (message.role === 'tool' || message.role === 'system') continue
    const open = groups.at(-1)
    if (message.role === 'user' || !open) {
      const question = message.role === 'user' ? message : null
      groups.push({ id: message.id, question, answers: question ? [] : [message] })
    } else {
      open.answers.push(message)
    }
  }
  return groups
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
