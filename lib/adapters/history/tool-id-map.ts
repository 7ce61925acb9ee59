import { isBlockOf } from '../../canonical/block.ts'
import type { Message } from '../../canonical/message.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { Target } from '../protocol.ts'

/**
 * From canonical tool ids to the ids a provider sees (canonical-message-format §6.2, design §3.19): its own id back,
 * everything else under the canonical id, which every wire format accepts. Of two calls to which a provider gave one id the
 * first keeps it, or a result would answer the wrong call: what was sent of the first does not change when the second comes.
 */
export function wireIds(
  { tool_ids, messages }: Pick<CanonicalRequest, 'tool_ids' | 'messages'>,
  target: Pick<Target, 'provider' | 'format'>,
): (canonicalId: string) => string {
  const foreign = new Set(messages.filter((message) => isForeign(message, target)).flatMap(callIds))
  const own = new Map<string, string>()
  const taken = new Set<string>()
  for (const [canonicalId, { provider, provider_id }] of tool_ids ?? []) {
    if (provider !== target.provider || provider_id === '' || foreign.has(canonicalId) || taken.has(provider_id))
      continue
    own.set(canonicalId, provider_id)
    taken.add(provider_id)
  }
  return (canonicalId) => own.get(canonicalId) ?? canonicalId
}

/** Made through another format, although by a provider of this name: an id of one is not always one of the other. */
function isForeign({ metadata: { provider_raw } }: Message, { format }: Pick<Target, 'format'>): boolean {
  return typeof provider_raw?.format === 'string' && provider_raw.format !== format
}

const callIds = ({ content }: Message) => content.filter(isBlockOf('tool_use')).map(({ id }) => id)
