import type { Message } from '../../canonical/message.ts'

/** As if another had given it: its words go, what only its maker understands goes as text or not at all, its thoughts stay here. */
export function disowned(message: Message): Message {
  const { provider: _maker, ...metadata } = message.metadata
  return { ...message, metadata }
}
