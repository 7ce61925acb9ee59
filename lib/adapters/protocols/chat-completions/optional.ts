import type { OptionalFields } from '../../protocol.ts'

/** What people or the installation ask for: how much a model reasons, and how it chooses its words. */
const ASKED = [
  'reasoning_effort',
  'reasoning',
  'thinking',
  'enable_thinking',
  'chat_template_kwargs',
  'temperature',
  'stop',
]

/** What a host can be asked without: no word of the conversation, no tool and no schema is among it. */
export const OPTIONAL: OptionalFields = {
  fields: [
    ...ASKED,
    'stream_options',
    'parallel_tool_calls',
    'reasoning_format',
    'reasoning_split',
    'prompt_cache_key',
    'prompt_cache_retention',
    'prompt_cache_options',
    'metadata',
    'user',
    'usage',
    'transforms',
    'session_id',
    'context_length_exceeded_behavior',
    'messages.reasoning_content',
    'messages.reasoning',
    'messages.reasoning_details',
    'messages.annotations',
    'messages.name',
    'messages.content.cache_control',
  ],
  asked: ASKED,
  either: ['max_tokens', 'max_completion_tokens'],
}
