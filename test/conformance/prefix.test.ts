import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { wireOf } from '#lib/adapters/registry.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import {
  assistant,
  call,
  canonicalRequest,
  testTarget,
  text,
  toolId,
  toolMessage,
  user,
} from '../support/message-builder.ts'

// What a provider has cached of a conversation is found again by its bytes alone.

interface Talker {
  type: AdapterType
  provider: string
  wire_name: string
}

const TALKERS: Talker[] = [
  { type: 'anthropic', provider: 'anthropic', wire_name: 'claude-sonnet-4-5' },
  { type: 'openai', provider: 'openai', wire_name: 'gpt-4.1' },
  { type: 'openai-responses', provider: 'openai', wire_name: 'gpt-5' },
  { type: 'ollama', provider: 'ollama', wire_name: 'qwen3' },
  { type: 'openrouter', provider: 'openrouter', wire_name: 'anthropic/claude-sonnet-4.5' },
  { type: 'openrouter', provider: 'openrouter', wire_name: 'maker/model' },
]

const TOOLS = ['add', 'calculator'].map((name) => ({
  name,
  description: name,
  input_schema: { type: 'object', properties: { a: { type: 'number' } } },
  side_effects: 'none' as const,
}))

function metadataOf({ type, provider, wire_name }: Talker): MessageMetadata {
  const { format } = wireOf({ type, name: provider }).protocol
  const model = `${provider}:${wire_name}`
  return { model, provider, status: 'complete', provider_raw: { format, asked_model: model } }
}

/** As much of a turn as says what its requests end with: calls of each of its rounds, and who answers. */
const anyTurn = fc.record({
  isOwn: fc.boolean(),
  rounds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  isThought: fc.boolean(),
})
type AnyTurn = typeof anyTurn extends fc.Arbitrary<infer T> ? T : never

/** The histories that the requests to the own model brought, one after the other. */
function requestsOf(turns: readonly AnyTurn[], own: Talker, other: Talker): Message[][] {
  const path: Message[] = []
  const requests: Message[][] = []
  let calls = 0
  for (const [n, { isOwn, rounds, isThought }] of turns.entries()) {
    const metadata = metadataOf(isOwn ? own : other)
    const thought = isThought ? [{ type: 'thinking' as const, text: `hm ${n}`, signature: `c2ln${n}` }] : []
    const ask = () => {
      if (isOwn) requests.push([...path])
    }
    path.push(user(`question ${n}`))
    for (const count of rounds) {
      ask()
      const ids = Array.from({ length: count }, () => {
        calls += 1
        return toolId(calls)
      })
      path.push(assistant([...thought, ...ids.map((id) => call(id))], metadata))
      path.push(...ids.map((id) => toolMessage(id, `result ${id}`)))
    }
    ask()
    path.push(assistant([...thought, text(`answer ${n}`)], metadata))
  }
  return requests
}

function bodyOf(messages: Message[], { type, provider, wire_name }: Talker): JsonObject {
  const { protocol } = wireOf({ type, name: provider })
  const model = `${provider}:${wire_name}`
  const target = testTarget({ provider, format: protocol.format, model, wire_name })
  return protocol.toWire(canonicalRequest({ model, messages, tools: TOOLS, system_prompt: 'Be brief.' }), target)
}

const unmarked = (value: JsonValue | undefined) =>
  JSON.stringify(value, (key, each) => (key === 'cache_control' ? undefined : each)) ?? ''

const conversationIn = ({ messages, input }: JsonObject) => (messages ?? input) as JsonObject[]

/** By message and block. */
function marksIn(body: JsonObject): string[] {
  return conversationIn(body).flatMap(({ role, content }, at) =>
    role !== 'system' && Array.isArray(content)
      ? content.flatMap((block, index) => (JSON.stringify(block).includes('"cache_control"') ? [`${at}.${index}`] : []))
      : [],
  )
}

test.each(TALKERS.flatMap((own) => TALKERS.filter((other) => other !== own).map((other) => ({ own, other }))))(
  'wire-rules 222 and 223: each request to $own.type ($own.wire_name) begins with the one before, also after $other.type ($other.wire_name) answered',
  ({ own, other }) => {
    fc.assert(
      fc.property(fc.array(anyTurn, { minLength: 2, maxLength: 6 }), (turns) => {
        const bodies = requestsOf(turns, own, other).map((messages) => bodyOf(messages, own))
        for (const [n, body] of bodies.entries()) {
          const before = bodies[n - 1]
          if (!before) continue
          const { messages: _m, input: _i, ...rest } = body
          const { messages: _mb, input: _ib, ...restBefore } = before
          expect(unmarked(rest)).toBe(unmarked(restBefore))
          const prefix = unmarked(conversationIn(before)).slice(0, -1)
          expect(unmarked(conversationIn(body)).startsWith(prefix)).toBe(true)
          if (own.type !== 'anthropic') continue
          // Where the request before ended, what it had cached is looked for.
          expect(marksIn(body)).toContain(marksIn(before).at(-1))
        }
      }),
      { numRuns: 15 },
    )
  },
)
