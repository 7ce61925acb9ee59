import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { BY_TEMPLATE } from '../reasoning-switch.ts'

/** vLLM: its list says how large a window is, and reasoning comes as `reasoning` (wire-rule 184). */
export const vllm: Provider = {
  id: 'vllm',
  label: 'vLLM',
  about:
    'vLLM, for instance http://127.0.0.1:8000; for tools start it with --enable-auto-tool-choice and a --tool-call-parser',
  variables: { api_key: 'VLLM_API_KEY', base_url: 'VLLM_BASE_URL' },
  base_url: 'http://127.0.0.1:8000',
  set_up_by: ['address'],
  wires: { openai: { protocol: chatCompletions(), reasons: BY_TEMPLATE, sample: 'Qwen/Qwen3-8B' } },
  models_from: 'list',
}
