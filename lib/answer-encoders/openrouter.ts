import type { JsonObject } from '../canonical/json.ts'
import type { About } from './answer.ts'
import { chatAnswers, type ThinkingPart } from './chat-completions.ts'

const FORMAT = 'anthropic-claude-v1'

/** `POST /api/v1/chat/completions` of OpenRouter, with the upstream that answered under its name. */
export const openRouterAnswers = (provider: string) =>
  chatAnswers({
    id: 'gen-',
    greeting: [': OPENROUTER PROCESSING\n\n'],
    delta: { role: 'assistant', content: '' },
    choice: (finish_reason) => ({ finish_reason, native_finish_reason: native(finish_reason), logprobs: null }),
    envelope: { provider },
    always_reports_usage: true,
    thought: (text, index) => ({
      reasoning: text,
      reasoning_details: [{ type: 'reasoning.text', text, format: FORMAT, index }],
    }),
    thought_end: (part, index, about) => ({
      reasoning_details: [
        part.type === 'thinking'
          ? { type: 'reasoning.text', signature: signature(part, about), format: FORMAT, index }
          : detail(part, index, about),
      ],
    }),
    thoughts: (parts, about) => {
      if (parts.length === 0) return { reasoning: null }
      const words = parts.map((part) => (part.type === 'thinking' ? part.text : '')).join('')
      return {
        reasoning: words === '' ? null : words,
        reasoning_details: parts.map((part, index) => detail(part, index, about)),
      }
    },
    prompt_details: (usage) => ({ cache_write_tokens: usage.cache_creation_input_tokens }),
    usage: ({ billed_usd, tool_uses }) => ({
      is_byok: false,
      ...(billed_usd !== undefined && { cost: Number(billed_usd) }),
      ...(tool_uses?.web_search && { server_tool_use: { web_search_requests: tool_uses.web_search } }),
    }),
  })

function detail(part: ThinkingPart, index: number, about: About): JsonObject {
  return part.type === 'thinking'
    ? { type: 'reasoning.text', text: part.text, signature: signature(part, about), format: FORMAT, index }
    : { type: 'reasoning.encrypted', data: part.data, format: FORMAT, index }
}

function signature({ text, signature: own }: Extract<ThinkingPart, { type: 'thinking' }>, { seal }: About) {
  return own ?? seal(text)
}

/** What the upstream itself called it. */
function native(finish_reason: string | null): string | null {
  if (finish_reason === null) return null
  return (
    { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens', content_filter: 'refusal' }[finish_reason] ??
    finish_reason
  )
}
