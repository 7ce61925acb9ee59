import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { BY_TEMPLATE } from '../reasoning-switch.ts'

/** The server of llama.cpp: tools need `--jinja`, and its errors say so (wire-rule 123); reasoning comes as `reasoning_content`. */
export const llamacpp: Provider = {
  id: 'llamacpp',
  label: 'llama.cpp',
  about: 'llama.cpp (llama-server), for instance http://127.0.0.1:8080; for tools start it with --jinja',
  variables: { api_key: 'LLAMACPP_API_KEY', base_url: 'LLAMACPP_BASE_URL' },
  base_url: 'http://127.0.0.1:8080',
  set_up_by: ['address'],
  wires: { openai: { protocol: chatCompletions(), reasons: BY_TEMPLATE, sample: 'default' } },
  models_from: 'list',
}
