import type { CacheLifetime } from '../../canonical/cache-lifetime.ts'
import type { JsonObject } from '../../canonical/json.ts'

/** Says that all before it shall be kept for a while. */
export type CacheMark = JsonObject & { type: 'ephemeral' }

/** Five minutes where nothing is said. */
const SHORT: CacheMark = { type: 'ephemeral' }
const LONG: CacheMark = { type: 'ephemeral', ttl: '1h' }

/**
 * How long a host shall keep what was sent. Two options of the installation, each `1h`: `cache_ttl` is of what every request
 * opens with, tools and system prompt, and `conversation_cache_ttl` of all; what is kept longer must come first (wire-rule
 * 218), so it holds for the opening as well. To write for an hour costs 2 × the input, for five minutes 1.25 ×.
 */
export function cacheLifetime(options: Readonly<Record<string, unknown>>): {
  opening: CacheMark
  conversation: CacheMark
} {
  const conversation = options.conversation_cache_ttl === '1h' ? LONG : SHORT
  return { opening: options.cache_ttl === '1h' ? LONG : conversation, conversation }
}

/** How long that is for the conversation, which is the most of what is kept. */
export function conversationLifetime(options: Readonly<Record<string, unknown>>): CacheLifetime {
  return cacheLifetime(options).conversation === LONG ? '1h' : '5m'
}
