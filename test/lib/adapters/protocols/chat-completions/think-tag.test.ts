import { expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { silentLogger } from '#lib/log.ts'
import { answering, drain } from '#test/support/adapter-harness.ts'
import { canonicalRequest } from '#test/support/message-builder.ts'

const MODEL = 'somebody:model'

function adapter(fetch: typeof globalThis.fetch) {
  return createAdapter({ type: 'openai', name: 'somebody', base_url: 'http://127.0.0.1:1', log: silentLogger, fetch })
}

const frames = (deltas: readonly JsonObject[]) =>
  [...deltas.map((delta) => ({ index: 0, delta })), { index: 0, delta: {}, finish_reason: 'stop' }]
    .map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`)
    .join('')
    .concat('data: [DONE]\n\n')

/** What an answer of these pieces of content is, as kinds with their text. */
async function read(deltas: readonly JsonObject[]) {
  const { complete, error } = await drain(adapter(answering(frames(deltas))).stream(canonicalRequest({ model: MODEL })))
  expect(error).toBeUndefined()
  return complete?.final_content.map((block) => [block.type, 'text' in block ? block.text : ''])
}

const pieces = (...texts: string[]) => texts.map((content) => ({ content }))

test.each([
  ['in one piece', ['<think>hm</think>\n\nYes.']],
  ['letter by letter', [...'\n<think>hm</think>\n\nYes.']],
  ['with the tags cut in two', ['<thi', 'nk>h', 'm</', 'think>', '\n', '\nYes.']],
])('wire-rules 185 and 187: reasoning between tags at the beginning is thinking, %s', async (_how, texts) => {
  expect(await read(pieces(...texts))).toEqual([
    ['thinking', 'hm'],
    ['text', 'Yes.'],
  ])
  const body = { choices: [{ message: { role: 'assistant', content: texts.join('') }, finish_reason: 'stop' }] }
  const whole = await adapter(answering(JSON.stringify(body))).complete(canonicalRequest({ model: MODEL }))
  expect(whole.content).toMatchObject([
    { type: 'thinking', text: 'hm' },
    { type: 'text', text: 'Yes.' },
  ])
})

test('anywhere else the words are text, and no blank of it is lost', async () => {
  expect(await read(pieces('Say <think>', 'hm</think>'))).toEqual([['text', 'Say <think>hm</think>']])
  expect(await read(pieces('\n ', ' Yes.\n'))).toEqual([['text', '\n  Yes.\n']])
  expect(await read(pieces('<thi', 's>'))).toEqual([['text', '<this>']])
  expect(await read(pieces('<think'))).toEqual([['text', '<think']])
  expect(await read([{ reasoning_content: 'hm' }, ...pieces('<think>', 'is a tag')])).toEqual([
    ['thinking', 'hm'],
    ['text', '<think>is a tag'],
  ])
})

test('an answer that ends in its thoughts has them, and one that goes on with a call has both', async () => {
  expect(await read(pieces('<think>hm', '</th'))).toEqual([['thinking', 'hm</th']])
  expect(await read(pieces('<think>hm</think>\n'))).toEqual([['thinking', 'hm']])
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'add', arguments: '{}' } }
  expect(await read([...pieces('<think>hm</think>'), { tool_calls: [call] }])).toEqual([
    ['thinking', 'hm'],
    ['tool_use', ''],
  ])
  expect(await read([...pieces('\n'), { tool_calls: [call] }])).toEqual([
    ['text', '\n'],
    ['tool_use', ''],
  ])
})
