import { blocksOf, type MessagesRequest } from './request.ts'

type Effort = NonNullable<NonNullable<MessagesRequest['output_config']>['effort']>

/** What the models of one generation take, as their pages and the field descriptions of the API say it. */
interface Generation {
  /** `thinking.type` values that are accepted. */
  thinking: readonly NonNullable<MessagesRequest['thinking']>['type'][]
  /** `output_config.effort` values that are accepted. */
  efforts: readonly Effort[]
  sampling: boolean
  /** Whether the conversation may end with what the assistant said. */
  prefill: boolean
  /** Whether a tool may be forced. */
  forced: boolean
}

const TO_HIGH = ['low', 'medium', 'high'] as const
const ALL = [...TO_HIGH, 'xhigh', 'max'] as const

const CLAUDE_4_5: Generation = {
  thinking: ['enabled', 'disabled'],
  efforts: [],
  sampling: true,
  prefill: true,
  forced: true,
}
const CLAUDE_4_6: Generation = {
  thinking: ['enabled', 'adaptive', 'disabled'],
  efforts: [...TO_HIGH, 'max'],
  sampling: true,
  prefill: false,
  forced: true,
}
const CLAUDE_5: Generation = {
  thinking: ['adaptive', 'disabled'],
  efforts: ALL,
  sampling: false,
  prefill: false,
  forced: true,
}
const ALWAYS_THINKING: Generation = { ...CLAUDE_5, thinking: ['adaptive'], forced: false }

const MODELS: Readonly<Record<string, Generation>> = {
  'claude-opus-5-5': ALWAYS_THINKING,
  'claude-sonnet-5-5': { ...ALWAYS_THINKING, thinking: ['adaptive', 'between_tools'] },
  'claude-haiku-5-5': CLAUDE_5,
  'claude-fable-5-1': ALWAYS_THINKING,
  'claude-opus-5': CLAUDE_5,
  'claude-sonnet-5': CLAUDE_5,
  'claude-opus-4-7': CLAUDE_5,
  'claude-opus-4-6': CLAUDE_4_6,
  'claude-sonnet-4-6': CLAUDE_4_6,
  'claude-opus-4-5': { ...CLAUDE_4_5, efforts: TO_HIGH },
  'claude-sonnet-4-5': CLAUDE_4_5,
  'claude-haiku-4-5': CLAUDE_4_5,
}

function generationOf(model: string): Generation | undefined {
  const name = model.replace(/-\d{8}$/, '')
  return Object.hasOwn(MODELS, name) ? MODELS[name] : undefined
}

/** The models of 4.5 have a window of 200,000 tokens, and so has one of which nothing is known. */
export function hasSmallWindow(model: string): boolean {
  return generationOf(model)?.prefill ?? true
}

/** What a model that is known by its name, dated or not, refuses of a request; of any other nothing is known. */
export function* modelComplaints(request: MessagesRequest): Generator<string> {
  const generation = generationOf(request.model)
  if (!generation) return
  yield* thinkingComplaints(request, generation)
  const { forced, sampling, prefill } = generation
  const { tool_choice: choice, temperature, top_p, top_k } = request
  if (!forced && (choice?.type === 'any' || choice?.type === 'tool'))
    yield 'tool_choice: type "tool" and "any" are not supported for this model.'
  if (!sampling && ((temperature ?? 1) !== 1 || (top_p ?? 1) < 0.99 || top_k !== undefined))
    yield '`temperature`, `top_p` and `top_k` are not supported for this model.'
  const last = request.messages.at(-1)
  const end = last?.role === 'assistant' ? blocksOf(last).at(-1) : undefined
  if (!prefill && end?.type === 'text')
    yield 'This model does not support assistant message prefill. The conversation must end with a user message.'
}

function* thinkingComplaints({ thinking, output_config }: MessagesRequest, known: Generation): Generator<string> {
  const effort = output_config?.effort
  if (thinking && !known.thinking.includes(thinking.type))
    yield `"thinking.type.${thinking.type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`
  if (effort && known.efforts.length === 0) yield 'This model does not support the effort parameter.'
  else if (effort && !known.efforts.includes(effort))
    yield `output_config.effort: Supported levels: ${known.efforts.join(', ')}.`
  const isLess = thinking?.type === 'disabled' || thinking?.type === 'between_tools'
  if (isLess && (effort === 'xhigh' || effort === 'max'))
    yield `output_config.effort: ${effort} is not supported beside "thinking.type.${thinking.type}".`
}
