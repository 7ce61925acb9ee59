import { describe, expect, test } from 'vitest'
import { toWire } from '#lib/adapters/protocols/anthropic/to-wire.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import {
  assistant,
  call,
  canonicalRequest,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

const OWN = { model: 'anthropic:test-model', provider: 'anthropic' }
const OTHER = { model: 'openai:gpt-x', provider: 'openai' }
const TOOL = { name: 'calculator', description: '', input_schema: { type: 'object' }, side_effects: 'none' as const }

/** The texts of the blocks that a request marks, `system` and `tools` for what comes before. */
function marks(messages: Message[], { system = 'S', options = {} }: { system?: string | null; options?: object } = {}) {
  const request = canonicalRequest({ messages, tools: [TOOL], system_prompt: system })
  const body = toWire(request, testTarget({ options: { ...options } }))
  expect(anthropicFaults(body)).toEqual([])
  const isMarked = (block: JsonObject) => block.cache_control !== undefined
  const turns = (body.messages as { content: JsonObject[] }[]).flatMap(({ content }) => content)
  return [
    ...((body.tools as JsonObject[]).some(isMarked) ? ['tools'] : []),
    ...(Array.isArray(body.system) && (body.system as JsonObject[]).some(isMarked) ? ['system'] : []),
    ...turns
      .filter(isMarked)
      .map((block) => JSON.stringify(block.text ?? block.content).replaceAll(/\W|type|text/g, '')),
  ]
}

const asked = (name: string, answeredBy = OWN) => [user(`q${name}`), assistant(`a${name}`, answeredBy)]
/** A call and its result, with as many blocks before the call as are given. */
const round = (name: string, blocks = 0) => [
  assistant([...Array.from({ length: blocks }, () => text('so')), call(`tu_${name}`)], OWN),
  toolMessage(`tu_${name}`, `r${name}`),
]

describe('wire-rule 222: marks stand', () => {
  test('after the system prompt, the last user turn, and that with which the request before ended', () => {
    expect(marks([user('q1')])).toEqual(['system', 'q1'])
    expect(marks([...asked('1'), user('q2')])).toEqual(['system', 'q1', 'q2'])
    expect(marks([...asked('1'), ...asked('2'), user('q3')])).toEqual(['system', 'q2', 'q3'])
    expect(marks([...asked('1'), user('q2'), ...round('1')])).toEqual(['system', 'q2', 'r1'])
  })

  test('after the tools where there is no system prompt', () => {
    expect(marks([user('q1')], { system: null })).toEqual(['tools', 'q1'])
  })

  test('after what this model was asked last, where another one answered since', () => {
    const away = [...asked('2', OTHER), ...asked('3', OTHER)]
    expect(marks([...asked('1'), ...away, user('q4')])).toEqual(['system', 'q1', 'q3', 'q4'])
    expect(marks([...away, user('q4')])).toEqual(['system', 'q3', 'q4'])
  })
})

describe('wire-rule 217: a long tool loop', () => {
  test('has a spare mark where the one before it does not look back to', () => {
    const loop = Array.from({ length: 9 }, (_, n) => round(`${n}`)).flat()
    // A call and a result are two positions: eight of them stand between.
    expect(marks([user('q1'), ...loop])).toEqual(['system', 'q1', 'r7', 'r8'])
    expect(marks([user('q1'), ...loop.slice(2)])).toEqual(['system', 'r7', 'r8'])
  })

  test('counts calls that stand together once, and their results once', () => {
    const calls = Array.from({ length: 30 }, (_, n) => `tu_${n}`)
    const many = [
      assistant(
        calls.map((id) => call(id)),
        OWN,
      ),
      ...calls.map((id) => toolMessage(id, 'r')),
    ]
    expect(marks([user('q1'), ...many, ...round('x')])).toEqual(['system', 'r', 'rx'])
    expect(marks([user('q1'), ...round('w', 14), ...round('x')])).toEqual(['system', 'q1', 'rw', 'rx'])
  })
})

test('wire-rule 218: what is kept longer comes first, whatever the installation says', () => {
  const lifetimes = (options: object) => {
    const request = canonicalRequest({ messages: [...asked('1'), user('q2')], system_prompt: 'S' })
    const body = JSON.stringify(toWire(request, testTarget({ options: { ...options } })))
    const system = /"system":\[(.*?)\]/.exec(body)?.[1] ?? ''
    const count = (part: string) => part.match(/"ttl":"1h"/g)?.length ?? 0
    return [count(system), count(body) - count(system)]
  }
  expect(lifetimes({})).toEqual([0, 0])
  expect(lifetimes({ cache_ttl: '1h' })).toEqual([1, 0])
  expect(lifetimes({ conversation_cache_ttl: '1h' })).toEqual([1, 2])
  expect(lifetimes({ cache_ttl: '5m', conversation_cache_ttl: '1h' })).toEqual([1, 2])
})
