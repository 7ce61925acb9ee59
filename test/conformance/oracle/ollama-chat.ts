import type { Expectation, ExpectedBlock, Loose } from './expectation.ts'
import { normaliseJson } from './expectation.ts'

/** A whole body is a stream of one line. */
export function expectOllama(body: string): Expectation {
  const lines: Loose[] = body
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
  const blocks: ExpectedBlock[] = []
  for (const { message = {} } of lines) {
    addText(blocks, 'thinking', message.thinking)
    addText(blocks, 'text', message.content)
    for (const call of message.tool_calls ?? []) {
      const { name, arguments: input } = call.function
      blocks.push({ type: 'tool_use', provider_id: call.id || null, name, json: normaliseJson(JSON.stringify(input)) })
    }
  }
  const last = lines.find(({ done }) => done)
  const failed = last === undefined || lines.some(({ error }) => error)
  const called = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
  return {
    blocks,
    stop_reason: failed ? 'error' : last.done_reason === 'length' ? 'max_tokens' : called,
    usage:
      last?.eval_count === undefined
        ? null
        : { input: last.prompt_eval_count ?? 0, output: last.eval_count, cached: 0, written: 0 },
    failed,
  }
}

function addText(blocks: ExpectedBlock[], type: 'text' | 'thinking', piece: string | undefined): void {
  if (!piece) return
  const last = blocks.at(-1)
  if (last?.type === type) last.text += piece
  else if (type === 'text') blocks.push({ type, text: piece })
  else blocks.push({ type, text: piece, signature: undefined })
}

/** The assistant message that says the same as this answer: what a client of the wire would send back. */
export function ollamaReplay(body: string): Loose {
  const { blocks } = expectOllama(body)
  const said = (type: string) => blocks.flatMap((block) => (block.type === type && 'text' in block ? block.text : []))
  const calls = blocks.filter((block) => block.type === 'tool_use')
  return {
    thinking: said('thinking').join(''),
    text: said('text').join(''),
    tool_calls: calls.map(({ provider_id, name, json }) => ({ id: provider_id, name, json })),
  }
}

/** The same of a message that was sent. */
export function ollamaSent({ thinking = '', content, tool_calls = [] }: Loose): Loose {
  return {
    thinking,
    text: content,
    tool_calls: tool_calls.map((call: Loose) => ({
      id: call.id,
      name: call.function.name,
      json: normaliseJson(JSON.stringify(call.function.arguments)),
    })),
  }
}
