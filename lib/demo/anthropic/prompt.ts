import { isJsonObject } from '../json.ts'
import type { Prompt, Segment, ToolChoice, Turn } from '../prompt.ts'
import { TOKENS_PER_PICTURE, tokensIn } from '../token-count.ts'
import { blocksOf, type ContentBlock, isSearch, type Message, type MessagesRequest } from './request.ts'

/** From a medium effort on. */
const MUCH = 8_192

/** Reads a well-formed Messages request. */
export function promptOf(request: MessagesRequest): Prompt {
  const { system, tool_choice: choice } = request
  return {
    format: 'Anthropic Messages',
    model: request.model,
    streaming: request.stream ?? false,
    reportsUsage: true,
    maxTokens: request.max_tokens,
    stopSequences: request.stop_sequences ?? [],
    system:
      typeof system === 'string' || system === undefined
        ? (system ?? null)
        : system.map(({ text }) => text).join('\n\n'),
    tools:
      request.tools?.flatMap((tool) => (isSearch(tool) ? [] : [{ name: tool.name, schema: tool.input_schema }])) ?? [],
    toolChoice: toolChoiceOf(choice),
    parallelCalls: !(choice && 'disable_parallel_tool_use' in choice && choice.disable_parallel_tool_use),
    thinking: request.thinking !== undefined && request.thinking.type !== 'disabled',
    thinksUnasked: request.thinking?.type === 'enabled' && request.thinking.budget_tokens >= MUCH,
    hidesThoughts: true,
    showsThoughts: true,
    vouches: true,
    searches: request.tools?.some(isSearch) ?? false,
    outputSchema: request.output_config?.format?.schema ?? null,
    turns: request.messages.map(turnOf),
    segments: segmentsOf(request),
  }
}

function toolChoiceOf(choice: MessagesRequest['tool_choice']): ToolChoice {
  if (choice?.type === 'tool') return { type: 'tool', name: choice.name }
  if (choice?.type === 'any') return { type: 'required' }
  return { type: choice?.type ?? 'auto' }
}

function turnOf(message: Message): Turn {
  const blocks = blocksOf(message)
  return {
    role: message.role,
    text: newestText(blocks),
    pictures: picturesOf(blocks),
    files: filesOf(blocks),
    thoughts: blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking').length,
    calls: blocks.filter((block) => block.type === 'tool_use'),
    results: blocks
      .filter((block) => block.type === 'tool_result')
      .map(({ tool_use_id, is_error, content = '' }) => ({
        id: tool_use_id,
        failed: is_error ?? false,
        text: typeof content === 'string' ? content : textOf(content),
      })),
  }
}

/** What was said last: an unanswered message and the one after it arrive as one. */
function newestText(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' && block.text.trim() !== '' ? [block.text] : [])).at(-1) ?? ''
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function picturesOf(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return [block.source.type === 'base64' ? block.source.media_type : block.source.type]
    return block.type === 'tool_result' && Array.isArray(block.content) ? picturesOf(block.content) : []
  })
}

function filesOf(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'document') {
      const { source, title } = block
      return [`${'media_type' in source ? source.media_type : source.type} ${title ?? 'without a name'}`]
    }
    return block.type === 'tool_result' && Array.isArray(block.content) ? filesOf(block.content) : []
  })
}

/** Tools, system prompt, messages: the order in which the provider caches them. */
function segmentsOf({ tools = [], system = [], messages, cache_control }: MessagesRequest): Segment[] {
  const systemBlocks = typeof system === 'string' ? [{ type: 'text' as const, text: system }] : system
  const parts = [
    ...tools,
    ...systemBlocks,
    ...messages.flatMap((message) => blocksOf(message).map((block) => ({ role: message.role, ...block }))),
  ]
  return parts.map(({ cache_control: mark = null, ...part }: object & { cache_control?: typeof cache_control }, at) => {
    // A mark on the request itself stands for one on its last block.
    const marked = mark ?? (at === parts.length - 1 ? cache_control : null)
    return { key: JSON.stringify(part), tokens: tokensOf(part), cached: marked ? (marked.ttl ?? '5m') : null }
  })
}

function tokensOf(part: object): number {
  let pictures = 0
  const text = JSON.stringify(part, (key, value) => {
    if (key !== 'source' || !isJsonObject(value)) return value
    pictures += 1
    return undefined
  })
  return tokensIn(text) + pictures * TOKENS_PER_PICTURE
}
