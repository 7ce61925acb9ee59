import type { JsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import type { Target } from '../protocol.ts'

/**
 * Whether this target wrote the message: same provider, same wire format, same model (design §3.10). Only then may what
 * is bound to the producer (thinking signatures, exact wire blocks) go back. The model counts as the same under the name
 * it was asked for as well as under the one it answered with: an alias is answered by a dated snapshot.
 */
export function isProducer(message: Message, target: Pick<Target, 'provider' | 'format' | 'model'>): boolean {
  const { provider, model, routing, provider_raw } = message.metadata
  if (message.role !== 'assistant' || provider !== target.provider) return false
  if ((provider_raw?.format ?? target.format) !== target.format) return false
  return [model, routing?.chosen_model, provider_raw?.asked_model].includes(target.model)
}

/** What the target itself kept with the message, else null. */
export function ownRaw(message: Message, target: Pick<Target, 'provider' | 'format' | 'model'>): JsonObject | null {
  return isProducer(message, target) ? (message.metadata.provider_raw ?? null) : null
}
