import type { JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { SentRequest, Target } from '../../protocol.ts'
import { stringOf } from './wire.ts'

type Dropped = Parameters<Target['project']>[0]

/** `{type: 'thinking_dropped', path: 'messages.3.content.0', reason: 'prefix_binding_mismatch'}`; other types may come. */
const REASONS: Readonly<Record<string, string>> = {
  prefix_binding_mismatch: 'it is bound to what stood before it, and something else stands there now',
  model_binding_mismatch: 'this model cannot read it',
  organization_binding_mismatch: 'it was made for another account',
  end_user_binding_mismatch: 'it was made for another user',
}

/** What the provider left out of a request before its model saw it, as `input_transformations` of the answer tell (wire-rule 154). */
export function droppedThoughts(told: JsonValue | undefined, places: SentRequest['places'] = new Map()): Dropped[] {
  if (!Array.isArray(told)) return []
  return told.filter(isJsonObject).flatMap((each): Dropped[] => {
    if (each.type !== 'thinking_dropped') return []
    const word = stringOf(each.reason)
    const reason = Object.hasOwn(REASONS, word) ? REASONS[word] : word
    return [
      {
        message_id: places.get(stringOf(each.path)) ?? '',
        block_type: 'thinking',
        action: 'dropped',
        reason: `left out by the provider: ${reason || 'it does not say why'}`,
      },
    ]
  })
}
