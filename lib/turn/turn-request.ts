import type { CanonicalRequest, ToolIdMap } from '../adapters/adapter.ts'
import { filesOf } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { ReasoningEffort } from '../canonical/reasoning-effort.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { ToolCall } from '../store/store.ts'
import { answersOf } from './turn-state.ts'

/** Room for an answer when nothing else bounds it; a longer one ends with `max_tokens` and says so. */
const OUTPUT_TOKENS = 16_384

/** Thoughts count against the same bound: who asks for many of them wants an answer after them. */
const THOUGHTFUL: Partial<Readonly<Record<ReasoningEffort, number>>> = { high: 32_768, max: 65_536 }

/**
 * The messages as a model sees them: without the `@alias` that chose a model for one message. It stays in what is
 * stored and shown, and it is always left out, so that the prefix a provider may have cached stays the same.
 */
export function withoutOverrides(messages: readonly Message[]): Message[] {
  return messages.map((message) => {
    const { override } = message.metadata
    const index = message.content.findIndex((block) => block.type === 'text')
    const first = message.content[index]
    if (!override || first?.type !== 'text' || !first.text.startsWith(override)) return message
    const text = first.text.slice(override.length).trimStart()
    return { ...message, content: message.content.toSpliced(index, 1, ...(text === '' ? [] : [{ ...first, text }])) }
  })
}

/**
 * The ids that providers gave to the calls on this path, in its order. Whose a target gets back is for its adapter to say: by
 * what stands in the messages, which stays, and not by which models there are today.
 */
export function toolIdsFor(messages: readonly Message[], calls: readonly ToolCall[]): ToolIdMap {
  const onPath = new Set(messages.map(({ id }) => id))
  const ids = new Map<string, { provider: string; provider_id: string }>()
  for (const { id, message_id, provider, provider_id } of calls) {
    if (provider && provider_id && onPath.has(message_id)) ids.set(id, { provider, provider_id })
  }
  return ids
}

/** All uploads that the messages refer to. */
export function fileRefs(messages: readonly Pick<Message, 'content'>[]): Set<string> {
  return new Set(messages.flatMap(({ content }) => filesOf(content)))
}

export interface TurnRequestInput {
  request_id: string
  session_id: string
  model: AvailableModel
  messages: Message[]
  tools: ToolDefinition[]
  system_prompt: string | null
  /** As its model takes them. */
  settings: SessionSettings
  estimated_input_tokens: number
  tool_ids: ToolIdMap
  files: ReadonlyMap<string, Uint8Array>
  documents: NonNullable<CanonicalRequest['documents']>
}

export function turnRequest(input: TurnRequestInput): CanonicalRequest {
  const { model, estimated_input_tokens, settings, ...rest } = input
  const { capabilities, default_reasoning_effort } = model
  const usual = capabilities.supports_thinking ? default_reasoning_effort : undefined
  const effort = settings.reasoning_effort ?? usual
  const wanted = settings.max_output_tokens ?? (effort && THOUGHTFUL[effort]) ?? OUTPUT_TOKENS
  // At least a little: an estimate that is too high must not stop a request that would have fitted.
  const room = capabilities.max_context_tokens - estimated_input_tokens
  return {
    ...rest,
    model: model.id,
    tools: capabilities.supports_tools ? input.tools : [],
    max_output_tokens: Math.min(wanted, Math.max(256, Math.min(capabilities.max_output_tokens, room))),
    stream: true,
    ...(effort && { reasoning_effort: effort }),
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(settings.output_schema && { output_schema: settings.output_schema }),
    // Once it has been called, a model that has to call it again would never come to an end.
    ...(settings.tool_choice && isAsked(input.messages) && { tool_choice: settings.tool_choice }),
  }
}

/** The question is what stands last: nothing of its turn is answered, as it is before what was said to it meanwhile. */
function isAsked(messages: readonly Message[]): boolean {
  const last = messages.at(-1)
  return last?.role === 'user' && answersOf(messages, last.metadata.turn_id ?? '').length === 0
}
