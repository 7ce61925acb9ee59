import { RESPONSES_DOCUMENTS } from '../../models/openai.ts'
import type { Protocol } from '../protocol.ts'
import { chatCompletions } from '../protocols/chat-completions/protocol.ts'
import { responses } from '../protocols/responses/protocol.ts'
import type { Provider } from '../provider.ts'

/** The key has a header of its own; an Entra token would go as Bearer (https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle). */
const headers: Protocol['headers'] = ({ api_key }) => (api_key ? { 'api-key': api_key } : {})

/** Since August 2025 the path has no deployment in it, and no api-version is asked for; one in the address is kept. */
const root = '/openai/v1'

/**
 * OpenAI's models at Azure. A model is asked for by the name of its deployment, and the list there is of base models, not of
 * deployments (wire-rule 237), so those are named by the installation.
 */
export const azure: Provider = {
  id: 'azure',
  label: 'Azure OpenAI',
  about:
    'Azure OpenAI by its v1 API: the address of your resource, https://NAME.openai.azure.com, and the names of your deployments; models of other makers there need the protocol openai',
  variables: {
    api_key: 'AZURE_OPENAI_API_KEY',
    base_url: 'AZURE_OPENAI_ENDPOINT',
    models: 'AZURE_OPENAI_DEPLOYMENTS',
    protocol: 'AZURE_OPENAI_PROTOCOL',
  },
  base_url: null,
  set_up_by: ['address'],
  wires: {
    // Its Chat Completions takes no documents, its Responses does (wire-rule 146).
    'openai-responses': {
      protocol: { ...responses, root, headers },
      documents: RESPONSES_DOCUMENTS,
      sample: 'gpt-5-mini',
    },
    openai: { protocol: { ...chatCompletions(), root, headers }, sample: 'gpt-4.1-mini' },
  },
  models_from: 'names',
  // A deployment may be of a model that reasons, and such a one refuses the older name (wire-rule 64).
  assumes: { options: { max_tokens_field: 'max_completion_tokens' } },
}
