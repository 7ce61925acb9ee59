import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import type { ErrorClass } from '#lib/canonical/error.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'

/** What is asked of a provider to see how it answers. */
export interface Scenario {
  name: string
  says: ContentBlock[]
  request?: Partial<CanonicalRequest>
  /** Left out for a model without it. */
  needs?: keyof AdapterCapabilities
  /** A name that no provider has a model for. */
  model?: 'unknown'
  /** What is to be seen is an error of one of these classes; any other scenario is there for its answer. */
  error?: readonly ErrorClass[]
}

const WEATHER: ToolDefinition = {
  name: 'get_weather',
  description: 'The weather in a city now.',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  side_effects: 'none',
}

/** 64 × 64 pixels of one red. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXcHh4Np/MyAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC'

const say = (text: string): ContentBlock[] => [{ type: 'text', text }]

/** Each shows one thing, with as few tokens as that takes. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'text', says: say('Say hello in one short sentence.') },
  {
    name: 'tool-call',
    says: say('What is the weather in Paris? Use the tool.'),
    request: { tools: [WEATHER] },
    needs: 'supports_tools',
  },
  {
    name: 'parallel-calls',
    says: say('What is the weather in Paris, in Rome and in Oslo? Call the tool for all three at once.'),
    request: { tools: [WEATHER] },
    needs: 'supports_parallel_tool_calls',
  },
  {
    name: 'thinking',
    says: say('Think it over: which is more, 9.11 or 9.9? Answer with the number.'),
    request: { reasoning_effort: 'low', max_output_tokens: 4_096 },
    needs: 'supports_thinking',
  },
  {
    name: 'image',
    says: [
      { type: 'image', source: { kind: 'base64', data: RED_SQUARE }, media_type: 'image/png' },
      ...say('Which colour is this? One word.'),
    ],
    needs: 'supports_images',
  },
  {
    name: 'structured-output',
    says: say('Name a city and its country.'),
    request: {
      schema_name: 'place',
      output_schema: {
        type: 'object',
        properties: { city: { type: 'string' }, country: { type: 'string' } },
        required: ['city', 'country'],
        additionalProperties: false,
      },
    },
    needs: 'supports_structured_output',
  },
  {
    name: 'error-unknown-model',
    says: say('Hello'),
    model: 'unknown',
    error: ['not_found', 'invalid_request'],
  },
]
