import type { TurnContent } from '#lib/api/turn-content.ts'
import { type QueuedMessage, steering } from './queue.ts'

type Change = (queue: readonly QueuedMessage[]) => readonly QueuedMessage[]

/** What was meant for the answer is said, under these keys; what is left goes behind it where that is over. */
export function told(said: readonly string[], isOver: boolean): Change {
  return (queue) => {
    const left = queue.filter(({ key }) => !said.includes(key))
    return isOver ? left.map((one) => ({ ...one, steers: undefined })) : left
  }
}

/** Into the answer that is written, or behind it after all. */
export function steered(key: string): Change {
  return (queue) => steering(queue, key)
}

export function removed(key: string): Change {
  return (queue) => queue.filter((one) => one.key !== key)
}

/** One says something else: under a key of its own, and nothing of it stays where nothing is left. */
export function reworded(key: string, text: string): Change {
  const next = crypto.randomUUID()
  return (queue) => queue.flatMap((one) => (one.key === key ? (withWords(one, text, next) ?? []) : one))
}

/** With other words; its files stay. */
function withWords({ content, ...how }: QueuedMessage, text: string, key: string): QueuedMessage | null {
  const files = content.filter((block) => block.type !== 'text')
  const said: TurnContent = text === '' ? files : [...files, { type: 'text', text }]
  return said.length === 0 ? null : { ...how, key, content: said }
}
