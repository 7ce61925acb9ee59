import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { type CacheMark, cacheLifetime, conversationLifetime } from '../../history/cache-mark.ts'
import type { Protocol, Target } from '../../protocol.ts'

export const asksToKeep: NonNullable<Protocol['asksToKeep']> = ({ wire_name, options }) => {
  if (!/^~?anthropic\//.test(wire_name)) return undefined
  return options.prompt_caching === false ? null : conversationLifetime(options)
}

/**
 * Claude caches nothing that is not marked, here as at Anthropic itself (wire-rule 226): after the system prompt, and after
 * the last two things that were said to it (wire-rule 222). On parts: a mark on the whole request would keep it away from the
 * upstreams that do not know one (wire-rule 219). Other makers' models cache by themselves. The catalog knows too little of
 * what OpenRouter serves to be asked whether a model caches; `prompt_caching: false` of the installation turns it off.
 */
export function markForCaching(messages: JsonValue | undefined, target: Target): JsonObject {
  if (!Array.isArray(messages) || !asksToKeep(target)) return {}
  const { opening, conversation } = cacheLifetime(target.options)
  const said = messages.filter(isJsonObject)
  const ends = said.flatMap((message, at) => (isSaid(message) && !isSaid(said[at + 1]) ? [at] : [])).slice(-2)
  return {
    messages: said.map((message, at) => {
      const isOpening = message.role === 'system'
      const mark = isOpening ? opening : ends.includes(at) ? conversation : null
      // Also where nothing is marked: the same message is the same bytes wherever the marks stand.
      return isOpening || isSaid(message) ? { ...message, content: partsOf(message.content, mark) } : message
    }),
  }
}

/** By a person or a tool. */
function isSaid(message: JsonObject | undefined): boolean {
  return message?.role === 'user' || message?.role === 'tool'
}

/** As parts, which can be marked; blank text cannot (wire-rule 43). */
function partsOf(content: JsonValue | undefined, mark: CacheMark | null): JsonValue {
  if (content === undefined || content === null || content === '') return content ?? null
  const parts = Array.isArray(content) ? content : [{ type: 'text', text: content }]
  const last = parts.at(-1)
  const isMarkable = isJsonObject(last) && (typeof last.text !== 'string' || last.text.trim() !== '')
  return mark && isMarkable ? [...parts.slice(0, -1), { ...last, cache_control: mark }] : parts
}
