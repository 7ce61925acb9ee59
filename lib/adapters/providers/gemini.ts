import { isJsonObject, type JsonObject } from '../../canonical/json.ts'
import type { Protocol } from '../protocol.ts'
import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, reasoner } from '../reasoning-switch.ts'

// Thoughts are in the sum of the tokens alone, neither among those of the answer nor by themselves (wire-rule 182).
const chat = chatCompletions({ max_tokens_field: 'max_tokens', completion_includes_reasoning: false })

/** Gemini 3 cannot be switched off, and its Flash refuses `minimal` (wire-rule 182). */
const GEMINI_3 = reasoner(byEffort('low', 'medium', 'high'))

/**
 * Its models sign their calls, and refuse a history whose calls are not signed; for a call that another model made there is a
 * word that stands for "none to check" (wire-rule 103, https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const NOT_SIGNED = { google: { thought_signature: 'skip_thought_signature_validator' } }

/** Only the first of the calls of one step has a signature. */
function signed(message: JsonObject): JsonObject {
  const { tool_calls: calls } = message
  const [first, ...others] = Array.isArray(calls) ? calls : []
  if (!isJsonObject(first) || first.extra_content !== undefined || message.extra_content !== undefined) return message
  return { ...message, tool_calls: [{ ...first, extra_content: NOT_SIGNED }, ...others] }
}

const geminiChat: Protocol = {
  ...chat,
  root: '/v1beta/openai',
  toWire(request, target) {
    const body = chat.toWire(request, target)
    const messages = Array.isArray(body.messages) ? body.messages : []
    return { ...body, messages: messages.map((message) => (isJsonObject(message) ? signed(message) : message)) }
  },
}

/** Gemini by its endpoint for OpenAI's clients (https://ai.google.dev/gemini-api/docs/openai); its own format can do more. */
export const gemini: Provider = {
  id: 'gemini',
  label: 'Google Gemini',
  about: 'Gemini by Google, through its endpoint for OpenAI’s clients',
  variables: { api_key: 'GEMINI_API_KEY', base_url: 'GEMINI_BASE_URL' },
  base_url: 'https://generativelanguage.googleapis.com/v1beta/openai',
  set_up_by: ['key', 'address'],
  key: { page: 'https://aistudio.google.com/apikey', starts: ['AIza'] },
  wires: { openai: { protocol: geminiChat, sample: 'gemini-3.5-flash' } },
  models_from: 'list',
  // It lists `models/gemini-…`, and is asked for `gemini-…`.
  listed_prefix: 'models/',
  models: ['gemini-3.8-flash', 'gemini-3.5-flash'],
  knows: { 'gemini-3.8-flash': GEMINI_3, 'gemini-3.5-flash': GEMINI_3 },
}
