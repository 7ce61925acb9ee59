import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/** LM Studio on this machine or another: it speaks as OpenAI does (https://lmstudio.ai/docs/developer/openai-compat). */
export const lmstudio: Provider = {
  id: 'lmstudio',
  label: 'LM Studio',
  about: 'LM Studio, for instance http://127.0.0.1:1234; the key is needed only where its server asks for one',
  variables: { api_key: 'LM_API_TOKEN', base_url: 'LMSTUDIO_BASE_URL' },
  base_url: 'http://127.0.0.1:1234',
  set_up_by: ['address'],
  wires: { openai: { protocol: chatCompletions(), sample: 'openai/gpt-oss-20b' } },
  models_from: 'list',
}
