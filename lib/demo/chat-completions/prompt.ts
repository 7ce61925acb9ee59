import { isJsonObject, parseJson } from '../json.ts'
import { fileName, pictureType } from '../openai/attachment.ts'
import { MUCH_EFFORT } from '../openai/effort.ts'
import { FAILURE } from '../openai/failure.ts'
import type { Prompt, Segment, ToolChoice, Turn } from '../prompt.ts'
import { TOKENS_PER_PICTURE, tokensIn } from '../token-count.ts'
import type { ChatRequest, Message } from './request.ts'

/** Reads a well-formed Chat Completions request. */
export function promptOf(request: ChatRequest): Prompt {
  const system = request.messages.filter(({ role }) => role === 'system' || role === 'developer').map(textOf)
  const stop = request.stop ?? []
  const format = request.response_format
  return {
    format: 'Chat Completions',
    model: request.model,
    streaming: request.stream ?? false,
    reportsUsage: request.stream_options?.include_usage ?? false,
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? null,
    stopSequences: typeof stop === 'string' ? [stop] : stop,
    system: system.length > 0 ? system.join('\n\n') : null,
    tools:
      request.tools?.map(({ function: tool }) => ({
        name: tool.name,
        schema: tool.parameters ?? { type: 'object' },
      })) ?? [],
    toolChoice: toolChoiceOf(request.tool_choice),
    parallelCalls: request.parallel_tool_calls ?? true,
    thinking: request.reasoning_effort !== 'none',
    thinksUnasked: MUCH_EFFORT.has(request.reasoning_effort ?? ''),
    hidesThoughts: false,
    showsThoughts: true,
    vouches: false,
    searches: false,
    outputSchema:
      format?.type === 'json_schema'
        ? (format.json_schema.schema ?? {})
        : format?.type === 'json_object'
          ? { type: 'object' }
          : null,
    turns: request.messages.map(turnOf),
    segments: segmentsOf(request),
  }
}

function toolChoiceOf(choice: ChatRequest['tool_choice']): ToolChoice {
  return typeof choice === 'object' ? { type: 'tool', name: choice.function.name } : { type: choice ?? 'auto' }
}

function turnOf(message: Message): Turn {
  const isResult = message.role === 'tool'
  const text = textOf(message)
  const assistant = message.role === 'assistant' ? message : null
  return {
    role: message.role,
    text: isResult ? '' : newestText(message),
    pictures: picturesOf(message),
    files: filesOf(message),
    thoughts: assistant?.reasoning_content ? 1 : 0,
    calls:
      assistant?.tool_calls?.map(({ id, function: call }) => ({
        id,
        name: call.name,
        input: inputOf(call.arguments),
      })) ?? [],
    results: isResult ? [{ id: message.tool_call_id, failed: FAILURE.test(text), text }] : [],
  }
}

function inputOf(text: string) {
  const input = parseJson(text)
  return isJsonObject(input) ? input : {}
}

/** What was said last: an unanswered message and the one after it may arrive as one. */
function newestText({ content }: Message): string {
  if (!Array.isArray(content)) return content ?? ''
  return content.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : [])).at(-1) ?? ''
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return content?.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') ?? ''
}

function picturesOf({ content }: Message): string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part) => (part.type === 'image_url' ? [pictureType(part.image_url.url)] : []))
}

function filesOf({ content }: Message): string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part) => (part.type === 'file' ? [fileName(part.file.file_data, part.file.filename)] : []))
}

/** The provider caches by itself, after every message. */
function segmentsOf({ tools, messages }: ChatRequest): Segment[] {
  return [...(tools ? [tools] : []), ...messages].map((part) => {
    const pictures = 'role' in part ? picturesOf(part).length + filesOf(part).length : 0
    const text = JSON.stringify(part, (key, value) =>
      (key === 'image_url' || key === 'file') && typeof value === 'object' ? undefined : value,
    )
    return { key: JSON.stringify(part), tokens: tokensIn(text) + pictures * TOKENS_PER_PICTURE, cached: '5m' }
  })
}
