import type { Message } from '../../../canonical/message.ts'
import { refusedContainers } from '../../history/container.ts'
import { disowned } from '../../history/disowned.ts'
import { ownRaw } from '../../history/producer.ts'
import type { Target } from '../../protocol.ts'
import { readProviderRaw } from './provider-raw.ts'

/** A call of the interpreter is refused without its container (wire-rule 197): then what it did goes as text. */
export function withLivingContainers(messages: readonly Message[], target: Target): Message[] {
  const refused = refusedContainers(messages, target)
  return messages.map((message) => {
    if (!containersOf(message, target).some((container) => refused.has(container))) return message
    const reason = 'the provider does not have its container any more: what it did goes as text'
    target.project({ message_id: message.id, block_type: 'code_interpreter_call', action: 'converted', reason })
    return disowned(message)
  })
}

/** Of an answer of the target's own; an empty name for a call that came without one. */
export function containersOf(message: Message, target: Target): string[] {
  const raw = ownRaw(message, target)
  const blocks = raw === null ? [] : readProviderRaw(raw).blocks
  return blocks.flatMap(({ block: { type, container_id } }) =>
    type === 'code_interpreter_call' ? [typeof container_id === 'string' ? container_id : ''] : [],
  )
}
