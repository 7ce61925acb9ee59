import { isJsonObject, parseJson } from '../json.ts'
import { fileName, pictureType } from '../openai/attachment.ts'
import { MUCH_EFFORT } from '../openai/effort.ts'
import { FAILURE } from '../openai/failure.ts'
import type { Prompt, Segment, ToolChoice, Turn } from '../prompt.ts'
import { TOKENS_PER_PICTURE, tokensIn } from '../token-count.ts'
import { type Item, itemsOf, type ResponsesRequest } from './request.ts'
import { partsOf } from './rules.ts'

/** Reads a well-formed Responses request. */
export function promptOf(request: ResponsesRequest): Prompt {
  const items = itemsOf(request)
  const later = items.filter((item) => item.type === 'message' && item.role !== 'user' && item.role !== 'assistant')
  const system = [request.instructions ?? '', ...later.map(textOf)].filter((text) => text !== '')
  const { effort, summary } = request.reasoning ?? {}
  const format = request.text?.format
  return {
    format: 'Responses',
    model: request.model,
    streaming: request.stream ?? false,
    reportsUsage: true,
    maxTokens: request.max_output_tokens ?? null,
    stopSequences: [],
    system: system.length > 0 ? system.join('\n\n') : null,
    tools:
      request.tools?.flatMap((tool) =>
        tool.type === 'function' ? [{ name: tool.name, schema: tool.parameters ?? { type: 'object' } }] : [],
      ) ?? [],
    toolChoice: toolChoiceOf(request.tool_choice),
    parallelCalls: request.parallel_tool_calls ?? true,
    thinking: effort !== 'none',
    thinksUnasked: MUCH_EFFORT.has(effort ?? ''),
    hidesThoughts: true,
    showsThoughts: summary != null,
    vouches: request.include?.includes('reasoning.encrypted_content') ?? false,
    searches: request.tools?.some(({ type }) => type === 'web_search') ?? false,
    outputSchema:
      format?.type === 'json_schema' ? format.schema : format?.type === 'json_object' ? { type: 'object' } : null,
    turns: turnsOf(items),
    segments: segmentsOf(request, items),
  }
}

function toolChoiceOf(choice: ResponsesRequest['tool_choice']): ToolChoice {
  return typeof choice === 'object' ? { type: 'tool', name: choice.name } : { type: choice ?? 'auto' }
}

/** What one answer brought, thoughts, words and calls, is one turn. */
function turnsOf(items: readonly Item[]): Turn[] {
  const turns: Turn[] = []
  for (const item of items) {
    const turn = turnOf(item)
    const last = turns.at(-1)
    if (last?.role === 'assistant' && turn.role === 'assistant') turns[turns.length - 1] = joined(last, turn)
    else turns.push(turn)
  }
  return turns
}

function joined(a: Turn, b: Turn): Turn {
  return { ...a, text: b.text || a.text, thoughts: a.thoughts + b.thoughts, calls: [...a.calls, ...b.calls] }
}

function turnOf(item: Item): Turn {
  const parts = partsOf(item)
  const text = textOf(item)
  const isResult = item.type === 'function_call_output'
  return {
    role: item.type === 'message' ? item.role : isResult ? 'tool' : 'assistant',
    text: item.type === 'message' ? newestText(item) : '',
    pictures: parts.flatMap((part) => (part.type === 'input_image' ? [pictureType(part.image_url)] : [])),
    files: parts.flatMap((part) =>
      part.type === 'input_file' ? [fileName(part.file_data ?? '', part.filename ?? 'without a name')] : [],
    ),
    thoughts: item.type === 'reasoning' ? 1 : 0,
    calls: item.type === 'function_call' ? [{ id: item.call_id, name: item.name, input: inputOf(item.arguments) }] : [],
    results: isResult ? [{ id: item.call_id, failed: FAILURE.test(text), text }] : [],
  }
}

function inputOf(text: string) {
  const input = parseJson(text)
  return isJsonObject(input) ? input : {}
}

/** What was said last: an unanswered message and the one after it may arrive as one. */
function newestText(item: Item & { type: 'message' }): string {
  return textsOf(item).findLast((text) => text.trim() !== '') ?? ''
}

function textOf(item: Item): string {
  return textsOf(item).join('\n')
}

function textsOf(item: Item): string[] {
  if (item.type === 'function_call_output' && typeof item.output === 'string') return [item.output]
  if (item.type === 'message' && typeof item.content === 'string') return [item.content]
  if (item.type === 'message' && item.role === 'assistant' && typeof item.content !== 'string')
    return item.content.map((part) => (part.type === 'refusal' ? part.refusal : part.text))
  return partsOf(item).flatMap((part) => (part.type === 'input_text' ? [part.text] : []))
}

/** The provider caches by itself, after every item. */
function segmentsOf({ tools, instructions }: ResponsesRequest, items: readonly Item[]): Segment[] {
  const opening = [tools, instructions].filter((part) => part != null)
  const plain = opening.map((part) => JSON.stringify(part))
  return [
    ...plain.map((key): Segment => ({ key, tokens: tokensIn(key), cached: '5m' })),
    ...items.map((item): Segment => {
      const files = partsOf(item).filter(({ type }) => type !== 'input_text').length
      const text = JSON.stringify(item, (key, value) => (FILE_FIELDS.has(key) ? undefined : value))
      return { key: JSON.stringify(item), tokens: tokensIn(text) + files * TOKENS_PER_PICTURE, cached: '5m' }
    }),
  ]
}

const FILE_FIELDS: ReadonlySet<string> = new Set(['image_url', 'file_data'])
