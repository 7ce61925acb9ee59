import { responses } from '../protocols/responses/protocol.ts'
import type { Provider } from '../provider.ts'

/** OpenAI by its newer API; what it knows of a session goes under the same provider key as Chat Completions. */
export const openaiResponses: Provider = {
  name: 'openai',
  base_url: 'https://api.openai.com',
  tool_overhead: { set: 5, schema: 0.35 },
  picture_cost: { by: 'tile', base: 85, tile: 170 },
  // It takes back what it gave, and refuses arguments for their length alone (UKGovernmentBEIS/inspect_ai#4682).
  options_at_home: { invalid_arguments: 'verbatim' },
  protocol: responses,
}
