import { CHAT_DOCUMENTS } from '../../models/openai.ts'
import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, reasoner } from '../reasoning-switch.ts'

/** The models that take an effort; Magistral thinks always and refuses one (wire-rule 177). */
const SWITCHED = reasoner(byEffort('none', 'high'))

/** Mistral: ids of nine characters, `any` for a forced call, thinking as a part of the content. */
export const mistral: Provider = {
  id: 'mistral',
  label: 'Mistral',
  about: 'Mistral',
  variables: { api_key: 'MISTRAL_API_KEY', base_url: 'MISTRAL_BASE_URL' },
  base_url: 'https://api.mistral.ai/v1',
  set_up_by: ['key', 'address'],
  key: { page: 'https://console.mistral.ai/api-keys' },
  wires: {
    openai: {
      protocol: chatCompletions({
        // Usage comes anyway, and the question is refused (wire-rule 66).
        stream_options: false,
        tool_id: 'nine_alphanumerics',
        required_tool: 'any',
        // Its templates want the assistant between a result and the user, and the tool's name on the result (wire-rule 74).
        assistant_after_tools: true,
        tool_result_name: true,
        document_part: 'document_url',
      }),
      // One key for each conversation (https://docs.mistral.ai/api/#tag/chat, wire-rule 228).
      options_at_home: { prompt_cache_key: true },
      // It reads the file for any model (wire-rule 149).
      documents_at_home: { ...CHAT_DOCUMENTS, by_address: true },
      tool_overhead: { set: 30, schema: 0.6 },
      sample: 'mistral-small-latest',
    },
  },
  models_from: 'list',
  models: ['mistral-large-latest', 'mistral-small-latest'],
  knows: { 'mistral-small-latest': SWITCHED, 'mistral-medium-3-5': SWITCHED },
}
