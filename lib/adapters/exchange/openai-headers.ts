import type { Protocol } from '../protocol.ts'

/** How OpenAI and the hosts that are compatible with it are told who asks. */
export const openAiHeaders: Protocol['headers'] = ({ api_key, options }) => ({
  ...(api_key ? { authorization: `Bearer ${api_key}` } : {}),
  ...(typeof options.organization === 'string' ? { 'openai-organization': options.organization } : {}),
  ...(typeof options.project === 'string' ? { 'openai-project': options.project } : {}),
})
