import { entryOf } from '../../models/catalog.ts'
import { CHAT_DOCUMENTS } from '../../models/openai.ts'
import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import { responses } from '../protocols/responses/protocol.ts'
import type { ModelClaims, Provider, Wire } from '../provider.ts'

const MEASURED = {
  tool_overhead: { set: 5, schema: 0.35 },
  picture_cost: { by: 'tile', base: 85, tile: 170 },
} satisfies Partial<Wire>

/** Models of which the catalog has no price: what they are sent is documented all the same (wire-rules 166 to 169). */
const NEWER = (...efforts: string[]): ModelClaims => ({
  options: {
    sampling: false,
    stop_sequences: false,
    max_tokens_field: 'max_completion_tokens',
    system_role: 'developer',
    encrypted_reasoning: true,
    tools_beside_reasoning: false,
    reasoning_efforts: efforts,
  },
})

/**
 * OpenAI itself by its newer API, and by the older one every host that speaks as it did: such a one differs in address and
 * key only.
 */
export const openai: Provider = {
  id: 'openai',
  label: 'OpenAI',
  about:
    'OpenAI by its Responses API. With a base URL: any server that speaks Chat Completions as OpenAI does; the key is optional then, the same holds as for Anthropic’s, and only api.openai.com itself is still asked by Responses unless the protocol says so',
  variables: {
    api_key: 'OPENAI_API_KEY',
    base_url: 'OPENAI_BASE_URL',
    protocol: 'OPENAI_PROTOCOL',
    options: { organization: 'OPENAI_ORG_ID', project: 'OPENAI_PROJECT_ID' },
  },
  base_url: 'https://api.openai.com',
  set_up_by: ['key', 'address'],
  key: { page: 'https://platform.openai.com/api-keys', starts: ['sk-proj-', 'sk-svcacct-', 'sk-'] },
  wires: {
    openai: {
      ...MEASURED,
      // It does not parse the arguments of the history (xuzhougeng/wisp-science#775).
      options_at_home: { invalid_arguments: 'verbatim', prompt_cache_key: true },
      documents_at_home: CHAT_DOCUMENTS,
      protocol: chatCompletions(),
      sample: 'gpt-4.1-mini',
    },
    'openai-responses': {
      ...MEASURED,
      // It takes back what it gave, and refuses arguments for their length alone (UKGovernmentBEIS/inspect_ai#4682).
      options_at_home: { invalid_arguments: 'verbatim', prompt_cache_key: true },
      protocol: responses,
      sample: 'gpt-5-mini',
    },
  },
  // Which format a model takes at OpenAI is said by the catalog; one that it does not have is new, and takes the newer.
  // Any other host is merely compatible, and has the older one for certain.
  wireOf: (id, { isOwnServer }) => (isOwnServer ? 'openai' : (entryOf(id).adapter_type ?? 'openai-responses')),
  models_from: 'catalog',
  knows: {
    'gpt-5.6': NEWER('none', 'low', 'medium', 'high', 'xhigh', 'max'),
    'gpt-6-astra': NEWER('low', 'medium', 'high', 'xhigh', 'max'),
  },
}
