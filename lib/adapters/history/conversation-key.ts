import { hashJson } from '../../canonical/hash.ts'
import type { CanonicalRequest } from '../adapter.ts'

/**
 * The same for every request of a session, so that a host can bring them to the server that has the beginning of it cached.
 * A hash: no host learns the id of anything stored here. Null for what belongs to no session.
 */
export function conversationKey({ session_id }: Pick<CanonicalRequest, 'session_id'>): string | null {
  return session_id ? hashJson({ conversation: session_id }).slice(0, 32) : null
}

/** Where catalog or installation say `prompt_cache_key: true`: a host that does not know the field may refuse it (wire-rules 224, 228). */
export function promptCacheKey(
  request: Pick<CanonicalRequest, 'session_id'>,
  options: Readonly<Record<string, unknown>>,
): { prompt_cache_key?: string } {
  const key = options.prompt_cache_key === true ? conversationKey(request) : null
  return key === null ? {} : { prompt_cache_key: key }
}
