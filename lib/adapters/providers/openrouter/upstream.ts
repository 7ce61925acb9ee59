import { isBlockOf } from '../../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import { isText } from '../../answer/wire-text.ts'
import { ownRaw } from '../../history/producer.ts'
import type { Target } from '../../protocol.ts'

/**
 * Which upstream gets the conversation for the sake of the reasoning in it: signatures hold at the one that made them
 * (wire-rule 96). That of the last answer with such reasoning, or the first that the installation prefers; null where
 * nothing is bound to any.
 */
export function upstreamOf(messages: readonly Message[], target: Target, preferences: JsonObject): string | null {
  const makers = messages.flatMap((message) => {
    const raw = ownRaw(message, target)
    return isText(raw?.provider) && detailsOf(raw).some(isBound) ? [raw.provider] : []
  })
  const last = makers.at(-1)
  if (last === undefined) return null
  const preferred = [preferences.only, preferences.order].flatMap((names) => (Array.isArray(names) ? names : []))
  return preferred.find(isText) ?? last
}

/**
 * The history with the reasoning of each answer as it may go back: verbatim (wire-rule 94), but for what its upstream
 * refuses (wire-rule 95), what is bound to another upstream, and what an earlier answer has sent already: "Duplicate item
 * found with id". Without details no reasoning goes back at all (wire-rule 97). What is stored is not changed.
 */
export function replayable(messages: readonly Message[], target: Target, upstream: string | null): Message[] {
  const seen = new Set<string>()
  return messages.map((message) => {
    const raw = ownRaw(message, target)
    const details = detailsOf(raw)
    if (raw === null || details.length === 0) return message
    const isElsewhere = upstream !== null && slug(raw.provider) !== slug(upstream)
    const sent = details.filter((detail) => {
      if (isUnsigned(detail) || (isElsewhere && isBound(detail))) return false
      const id = isJsonObject(detail) && isText(detail.id) ? detail.id : null
      if (id === null) return true
      const isNew = !seen.has(id)
      seen.add(id)
      return isNew
    })
    if (sent.length === details.length) return message
    return withDetails(message, raw, sent, target)
  })
}

/** Whether any reasoning in what goes back holds at one upstream only. */
export function holdsBound(messages: readonly Message[], target: Target): boolean {
  return messages.some((message) => detailsOf(ownRaw(message, target)).some(isBound))
}

function withDetails(message: Message, raw: JsonObject, sent: JsonValue[], target: Target): Message {
  const { reasoning_details: _all, ...rest } = raw
  // Where none is left, the protocol reports the thinking; what is left out beside others is reported here.
  if (sent.length > 0 && message.content.some(isBlockOf('thinking'))) {
    const reason = 'a part of the reasoning is not valid at the upstream, or was sent before'
    target.project({ message_id: message.id, block_type: 'thinking', action: 'repaired', reason })
  }
  const provider_raw = sent.length > 0 ? { ...rest, reasoning_details: sent } : rest
  return { ...message, metadata: { ...message.metadata, provider_raw } }
}

function detailsOf(raw: JsonObject | null): JsonValue[] {
  return Array.isArray(raw?.reasoning_details) ? raw.reasoning_details : []
}

function isBound(detail: JsonValue): boolean {
  return isJsonObject(detail) && (isText(detail.signature) || isText(detail.data))
}

/**
 * Text that its maker refuses without a signature: Anthropic's, whose format is meant where none is said. Google's text
 * never has a valid one; its encrypted details carry what counts.
 */
function isUnsigned(detail: JsonValue): boolean {
  if (!isJsonObject(detail) || detail.type !== 'reasoning.text') return false
  const format = isText(detail.format) ? detail.format : 'anthropic-claude-v1'
  return format.startsWith('google-gemini') || (format.startsWith('anthropic-claude') && !isText(detail.signature))
}

/** `Google AI Studio`, as answers name it, is `google-ai-studio` to who writes preferences. */
function slug(name: JsonValue | undefined): string {
  return String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
}
