import { openaiLibraries } from '../../history/openai-libraries.ts'

const KNOWN = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'stop',
  'seed',
  'stream',
  'stream_options',
  'response_format',
  'reasoning_effort',
  'service_tier',
  'store',
  'user',
]

export const LIBRARIES = openaiLibraries('/chat/completions', 'chat.completions.create', KNOWN)
