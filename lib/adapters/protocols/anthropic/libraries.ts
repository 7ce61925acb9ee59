import type { WireLibraries } from '../../../canonical/wire-library.ts'

const KEY_HEADER = 'x-api-key'

/** What is not among the known ones goes into the body all the same: older versions of the library do not know it. */
const KNOWN = ['model', 'max_tokens', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'temperature']
const MORE = ['metadata', 'service_tier', 'stop_sequences', 'stream', 'top_k', 'top_p']

export const LIBRARIES: WireLibraries = {
  path: '/v1/messages',
  python: {
    import: 'from anthropic import Anthropic',
    client: 'Anthropic',
    address: 'base_url',
    key: { argument: 'api_key', header: KEY_HEADER },
    headers: 'default_headers',
    call: 'messages.create',
    further: { argument: 'extra_body', known: [...KNOWN, ...MORE] },
  },
  typescript: {
    import: "import Anthropic from '@anthropic-ai/sdk'",
    client: 'Anthropic',
    address: 'baseURL',
    key: { argument: 'apiKey', header: KEY_HEADER },
    headers: 'defaultHeaders',
    call: 'messages.create',
    further: null,
  },
}
