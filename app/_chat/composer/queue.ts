import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import { readKept, writeKept } from './draft-store.ts'

/** A message that waits for the end of the answer before it. */
export interface QueuedMessage {
  /** It is sent under this key: however many windows send it, it is said once. */
  key: string
  content: TurnContent
  /** What a model that takes no pictures gets in their place. */
  resolution?: PictureDecision | undefined
  /** It goes into the answer that is written, at its next step; where none comes, it is sent behind it like any other. */
  steers?: boolean | undefined
}

/** Why messages are not sent although nothing runs. */
export type Hold = 'failed' | 'stopped' | 'away' | 'elsewhere' | 'refused'

export const queueKey = (sessionId: string) => `queue:${sessionId}`

/** What waits in this browser; nothing where the storage is forbidden, or holds something else. */
export function readQueue(sessionId: string): QueuedMessage[] {
  try {
    const stored: unknown = JSON.parse(readKept('queue', sessionId) || '[]')
    return Array.isArray(stored) ? stored.filter(isQueued) : []
  } catch {
    return []
  }
}

/** Storage may be full or forbidden: then what waits lives as long as the page. */
export function writeQueue(sessionId: string, queue: readonly QueuedMessage[]): void {
  writeKept('queue', sessionId, queue.length === 0 ? '' : JSON.stringify(queue))
}

function isQueued(value: unknown): value is QueuedMessage {
  const { key, content } = (value ?? {}) as { key?: unknown; content?: unknown }
  return typeof key === 'string' && Array.isArray(content) && content.length > 0
}

export function textOfQueued({ content }: { content: TurnContent | PublicMessage['content'] }): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n')
}

/** Words alone, to the model that answers: a name before them asks another one. */
export function maySteer({ content }: QueuedMessage): boolean {
  return content.every((block) => block.type === 'text') && !textOfQueued({ content }).trimStart().startsWith('@')
}

/** With what may go into an answer before all that waits for its end. */
export function steering(queue: readonly QueuedMessage[], key: string): QueuedMessage[] {
  const changed = queue.map((one) => (one.key === key ? { ...one, steers: !one.steers } : one))
  return [...changed.filter(({ steers }) => steers), ...changed.filter(({ steers }) => !steers)]
}
