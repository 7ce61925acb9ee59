import type { JsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import { isProducer, ownRaw } from '../../history/producer.ts'
import { changeContent } from '../../history/repair/content.ts'
import type { HistoryTarget, SentRequest, Target, WireFailure } from '../../protocol.ts'
import { classify } from './classify.ts'
import type { Prefix } from './prefix.ts'

/**
 * What an answer keeps in `provider_raw` of the request that it answers: `sent_prefix`, the digest of all that was sent,
 * and `thinking_left_out_from`, the message from which on thoughts had to be left out of it (empty: all).
 */
type Kept = { sent_prefix?: string; thinking_left_out_from?: string }

/**
 * Which thoughts cannot go back although this very model had them. It depends on what is stored alone: the same
 * history leaves out the same thoughts for ever, so that those behind them keep the ground they stand on.
 *
 * - Those that the provider refused: it named one, and from that one on none goes back. The answer to the repaired request
 *   says so, and every later request reads it there (wire-rules 154, 157).
 * - Those of models that bind a thought to what stood before it, where something else stands there now: another system
 *   prompt, other tools, a picture that had to make room. Where the provider drops such a thought itself, it
 *   goes out: to leave it out later would rewrite the cache (wire-rule 154).
 */
export function thoughtGate(messages: readonly Message[], target: HistoryTarget, isDroppedThere: boolean) {
  const refused = refusedThoughts(messages, target)
  return (message: Message, prefix: Prefix | null): Message => {
    const reason = refused.has(message.id)
      ? 'the provider refused it, or one before it, where it stands'
      : !isDroppedThere && hasChanged(message, prefix, target)
        ? 'it is bound to what stood before it, and something else stands there now'
        : null
    return reason === null ? message : withoutThinking(message, reason, target)
  }
}

/** What `toWire` notes for the answer, for a request that goes out like this. */
export function keptOf(prefix: Prefix | null, target: Target): Kept {
  const from = target.mended?.thinking_left_out_from
  return {
    ...(prefix !== null && { sent_prefix: prefix.digest }),
    ...(typeof from === 'string' && { thinking_left_out_from: from }),
  }
}

/**
 * "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation …", and in
 * older words "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified": another
 * request without that thought, and without those behind it, may pass (wire-rules 153, 154, 157).
 */
const REFUSED =
  /invalid `?(signature|data)`? in `?(redacted_)?thinking`? block|thinking`? blocks in the latest assistant message cannot be modified/i

/**
 * "thinking.adaptive.block_binding: Extra inputs are not permitted", or the beta by its name: an account that does not have
 * the controls. Without them what does not fit is left out here.
 */
const NO_CONTROLS = /block_binding|thinking-binding-controls/

/** What has to be different in the next attempt; null where nothing helps. */
export function mendThinking(failure: WireFailure, sent: SentRequest): JsonObject | null {
  if (failure.status !== 400) return null
  const { message = '' } = classify(failure)
  if (!REFUSED.test(message)) {
    return NO_CONTROLS.test(message) ? { options: { thinking_binding_controls: null } } : null
  }
  if (sent.places.size === 0) return null
  const place = /messages\.\d+\.content\.\d+/.exec(message)?.[0] ?? ''
  return { thinking_left_out_from: sent.places.get(place) ?? '' }
}

function refusedThoughts(messages: readonly Message[], target: HistoryTarget): ReadonlySet<string> {
  const refused = new Set<string>()
  const leaveOut = (from: unknown, before: number) => {
    if (typeof from !== 'string') return
    const start = Math.max(
      0,
      messages.findIndex(({ id }) => id === from),
    )
    for (const { id } of messages.slice(start, before)) refused.add(id)
  }
  for (const [index, message] of messages.entries()) {
    leaveOut(ownRaw(message, target)?.thinking_left_out_from, index)
  }
  leaveOut(target.mended?.thinking_left_out_from, messages.length)
  return refused
}

/** Of an answer from before this was kept nothing is known: it goes back, as it always did. */
function hasChanged(message: Message, prefix: Prefix | null, target: HistoryTarget): boolean {
  if (prefix === null) return false
  const sent = ownRaw(message, target)?.sent_prefix
  return typeof sent === 'string' && sent !== prefix.digest
}

function withoutThinking(message: Message, reason: string, target: HistoryTarget): Message {
  if (!isProducer(message, target)) return message
  return changeContent(message, (block) => {
    if (block.type !== 'thinking' && block.type !== 'redacted_thinking') return block
    target.project({ message_id: message.id, block_type: block.type, action: 'dropped', reason })
    return null
  })
}
