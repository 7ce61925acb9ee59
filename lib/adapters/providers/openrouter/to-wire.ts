import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { conversationKey } from '../../history/conversation-key.ts'
import type { Protocol, Target } from '../../protocol.ts'
import { markForCaching } from './cache-control.ts'
import { serverTools } from './server-tools.ts'
import { holdsBound, replayable, upstreamOf } from './upstream.ts'

/**
 * A Chat Completions body with what OpenRouter adds to it. `target.options` that are read here, all of the installation:
 * `provider` (its routing preferences), `prompt_caching: false`, `cache_ttl` and `conversation_cache_ttl` (`1h`), and
 * `reasoning`, which stands in for the effort that a turn asks for.
 */
export function toWire(request: CanonicalRequest, target: Target, chat: Protocol['toWire']): JsonObject {
  const preferences = isJsonObject(target.options.provider) ? target.options.provider : {}
  const upstream = upstreamOf(request.messages, target, preferences)
  const messages = replayable(request.messages, target, upstream)
  // One of `reasoning` and `reasoning_effort`, never both (wire-rule 100).
  const { reasoning_effort: _instead, ...body } = chat({ ...request, messages, hosted_tools: [] }, target)
  const hosted = serverTools(request, target)
  // What is bound to an upstream is refused by any other (wire-rule 96), and an order alone is only where to begin:
  // `allow_fallbacks` is true where it is not said (https://openrouter.ai/docs/features/provider-routing).
  const isPinned = upstream !== null && holdsBound(messages, target)
  const provider = isPinned ? { order: [upstream], allow_fallbacks: false, ...preferences } : preferences
  // Keeps the upstream, and with it the cache (wire-rule 226).
  const session_id = conversationKey(request)
  return {
    ...body,
    ...markForCaching(body.messages, target),
    ...(hosted.length > 0 && { tools: [...(Array.isArray(body.tools) ? body.tools : []), ...hosted] }),
    ...(session_id === null ? {} : { session_id }),
    ...reasoning(request, target),
    ...fileParser(body, target),
    ...(Object.keys(provider).length > 0 ? { provider } : {}),
  }
}

/**
 * Where nothing is said the host takes the model's own reading or, where there is none, one that costs $2 for 1,000 pages
 * (https://openrouter.ai/docs/guides/overview/multimodal/pdfs). What it charges nothing for is asked for by name.
 */
function fileParser({ messages, plugins }: JsonObject, { capabilities }: Target): JsonObject {
  if (!Array.isArray(messages) || !messages.some(holdsFile)) return {}
  const engine = capabilities.documents?.parsed_media_types?.includes('application/pdf') ? 'cloudflare-ai' : 'native'
  return { plugins: [...(Array.isArray(plugins) ? plugins : []), { id: 'file-parser', pdf: { engine } }] }
}

function holdsFile(message: JsonValue): boolean {
  const content = isJsonObject(message) ? message.content : null
  return Array.isArray(content) && content.some((part) => isJsonObject(part) && part.type === 'file')
}

/** OpenRouter maps an effort to what the model knows (wire-rule 180); one that does not reason is not asked to. */
function reasoning({ reasoning_effort: effort }: CanonicalRequest, { options, capabilities }: Target): JsonObject {
  if (isJsonObject(options.reasoning)) return { reasoning: options.reasoning }
  return effort === undefined || !capabilities.supports_thinking ? {} : { reasoning: { effort } }
}
