import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'

/**
 * Hugging Face's router to hosts of many kinds (https://huggingface.co/docs/inference-providers): what they take is theirs to
 * say, so nothing is asked of them. The token is set on many machines for downloads, so it alone sets nothing up.
 */
export const huggingface: Provider = {
  id: 'huggingface',
  label: 'Hugging Face',
  about:
    'Hugging Face’s router, at https://router.huggingface.co/v1; a name such as `openai/gpt-oss-20b:cheapest` chooses the host as well',
  variables: { base_url: 'HUGGINGFACE_BASE_URL', api_key: 'HF_TOKEN' },
  base_url: 'https://router.huggingface.co/v1',
  set_up_by: ['address'],
  key: { page: 'https://huggingface.co/settings/tokens', starts: ['hf_'], checked_by: 'question' },
  wires: { openai: { protocol: chatCompletions(), sample: 'openai/gpt-oss-20b' } },
  models_from: 'list',
}
