import { openaiLibraries } from '../../history/openai-libraries.ts'

const KNOWN = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_output_tokens',
  'temperature',
  'top_p',
  'text',
  'reasoning',
  'include',
  'stream',
  'service_tier',
  'store',
  'user',
]

export const LIBRARIES = openaiLibraries('/responses', 'responses.create', KNOWN)
