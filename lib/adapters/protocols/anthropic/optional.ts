import type { OptionalFields } from '../../protocol.ts'

/** What people or the installation ask for: how much a model thinks, how it chooses its words, and where it ends. */
const ASKED = ['thinking', 'output_config.effort', 'temperature', 'stop_sequences']

/**
 * What a host that speaks Messages can be asked without (`../chat-completions/optional.ts`). The controls of bound thinking are
 * not among it: without them more has to be different (`bound-thinking.ts`).
 */
export const OPTIONAL: OptionalFields = {
  fields: [
    ...ASKED,
    'thinking.display',
    'tool_choice.disable_parallel_tool_use',
    'system.cache_control',
    'tools.cache_control',
    'messages.content.cache_control',
  ],
  asked: ASKED,
}
