import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import type { Provider } from '../provider.ts'
import { byEffort, reasoner } from '../reasoning-switch.ts'

/** The others do not reason (wire-rule 185). */
const GRADED = reasoner(byEffort('minimal', 'low', 'medium', 'high'))

/**
 * Perplexity searches with every answer: it takes no tools of ours, wants user and assistant in turns, and has no list of
 * its models (wire-rule 237). Its endpoint stands at the root, without a version
 * (https://docs.perplexity.ai/docs/sonar/openai-compatibility).
 */
export const perplexity: Provider = {
  id: 'perplexity',
  label: 'Perplexity',
  about: 'Sonar by Perplexity, which searches the web for every answer',
  variables: { api_key: 'PERPLEXITY_API_KEY', base_url: 'PERPLEXITY_BASE_URL', models: 'PERPLEXITY_MODELS' },
  base_url: 'https://api.perplexity.ai',
  set_up_by: ['key', 'address'],
  key: { page: 'https://www.perplexity.ai/settings/api', starts: ['pplx-'], checked_by: 'question' },
  wires: {
    openai: {
      protocol: {
        // What it read and what it says that it cost is kept beside our own figures (wire-rule 203).
        ...chatCompletions({ kept_of_body: ['citations', 'search_results'], kept_of_usage: ['cost'] }),
        root: '',
      },
      sample: 'sonar',
    },
  },
  models_from: 'names',
  models: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'],
  knows: { 'sonar-reasoning-pro': GRADED, 'sonar-deep-research': GRADED },
  assumes: {
    capabilities: {
      supports_tools: false,
      supports_streaming_tool_calls: false,
      supports_system_messages_in_list: false,
    },
  },
}
