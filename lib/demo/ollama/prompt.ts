import { FAILURE } from '../openai/failure.ts'
import type { Prompt, Segment, Turn } from '../prompt.ts'
import { TOKENS_PER_PICTURE, tokensIn } from '../token-count.ts'
import { type Message, type OllamaRequest, schemaOf } from './request.ts'

/** Reads a well-formed request of `/api/chat`. */
export function promptOf(request: OllamaRequest): Prompt {
  const { num_predict: most = -1, stop = [] } = request.options ?? {}
  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  return {
    format: 'Ollama',
    model: request.model,
    // Unless it is told not to.
    streaming: request.stream ?? true,
    reportsUsage: true,
    maxTokens: most < 0 ? null : most,
    stopSequences: stop,
    system: system.length > 0 ? system.join('\n\n') : null,
    tools: request.tools?.map(({ function: { name, parameters } }) => ({ name, schema: parameters })) ?? [],
    toolChoice: { type: 'auto' },
    parallelCalls: true,
    thinking: request.think !== undefined && request.think !== false,
    thinksUnasked: request.think === 'high' || request.think === 'max',
    hidesThoughts: false,
    showsThoughts: true,
    vouches: false,
    searches: false,
    outputSchema: schemaOf(request),
    turns: request.messages.map(turnOf),
    segments: segmentsOf(request),
  }
}

function turnOf({ role, content, thinking, images = [], tool_calls = [], tool_call_id, tool_name }: Message): Turn {
  const isResult = role === 'tool'
  return {
    role,
    text: isResult ? '' : content,
    pictures: images.map(() => 'image'),
    files: [],
    thoughts: thinking ? 1 : 0,
    calls: tool_calls.map(({ id, function: call }) => ({
      id: id ?? call.name,
      name: call.name,
      input: call.arguments,
    })),
    results: isResult ? [{ id: tool_call_id ?? tool_name ?? '', failed: FAILURE.test(content), text: content }] : [],
  }
}

/** The server keeps what it read of a conversation, and goes on after it. */
export function segmentsOf({ tools, messages }: OllamaRequest): Segment[] {
  return [...(tools ? [tools] : []), ...messages].map((part) => {
    const key = JSON.stringify(part)
    const pictures = 'images' in part ? (part.images?.length ?? 0) : 0
    const text = JSON.stringify(part, (name, value) => (name === 'images' ? undefined : value))
    return { key, tokens: tokensIn(text) + pictures * TOKENS_PER_PICTURE, cached: '5m' }
  })
}
