import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/canonical/json.ts'
import { blockTypeOf, namesPlace, type RefusedPlace, refusedPiece, refusedPlace } from '#lib/turn/refused-piece.ts'

test.each<[string, RefusedPlace | null]>([
  ['anthropic: messages.1.content.0: Invalid `signature` in `thinking` block', { list: 'messages', entry: 1, part: 0 }],
  ['messages.3: `tool_use` ids were found without `tool_result` blocks', { list: 'messages', entry: 3, part: null }],
  ["Invalid 'messages[4].content[1].image_url.url'. Expected", { list: 'messages', entry: 4, part: 1 }],
  ["Invalid type for 'messages.[0].content'", { list: 'messages', entry: 0, part: null }],
  ["Invalid value: 'x'. input[5].content[0].type", { list: 'input', entry: 5, part: 0 }],
  ['The model does not exist', null],
])('the place in a refusal: %s', (words, place) => {
  expect(refusedPlace(words)).toEqual(place)
})

const thought = { type: 'thinking', thinking: 'hm', signature: 'x' }
const called = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }
const shown = { type: 'image', source: { type: 'base64', data: 'QQ==' } }
const anthropic: JsonObject = {
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'What?' }, shown] },
    { role: 'assistant', content: [thought, called] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'so' }] },
  ],
}
const pictured = { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==' } }
const chat: JsonObject = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'What?' }, pictured] },
    { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f' } }] },
    { role: 'tool', tool_call_id: 'call_1', content: 'so' },
  ],
}
const reasoning = { type: 'reasoning', id: 'rs_1a', encrypted_content: 'x', summary: [] }
const responses: JsonObject = {
  input: [{ role: 'user', content: [{ type: 'input_text', text: 'What?' }] }, reasoning],
}

describe('what a provider blames', () => {
  test.each<[string, JsonObject, unknown]>([
    ['messages.1.content.0: Invalid `signature` in `thinking` block', anthropic, thought],
    ['messages.1.content.0.thinking.signature: Field required', anthropic, thought],
    ['messages.0.content.1.image.source.base64: Could not process image', anthropic, shown],
    ['Could not process image', anthropic, shown],
    ['messages.1: `tool_use` ids were found without `tool_result` blocks: toolu_1', anthropic, called],
    ["Invalid 'messages[1].content[1].image_url.url'", chat, pictured],
    ["Invalid image in 'messages[1]'", chat, pictured],
    ["Invalid 'messages[3].content'", chat, { role: 'tool', tool_call_id: 'call_1', content: 'so' }],
    // Of an upstream that counts without the prompt.
    ['Provider returned error: messages.0.content.1.image.source: Could not process image', chat, pictured],
    [
      'The following tool_call_ids did not have response messages: call_1',
      chat,
      { id: 'call_1', type: 'function', function: { name: 'f' } },
    ],
    ["Item 'rs_1a' of type 'reasoning' was provided without its required following item.", responses, reasoning],
    ['The encrypted content for item rs_1a could not be verified.', responses, reasoning],
  ])('%s', (words, body, piece) => {
    const find = refusedPiece(words, body)
    expect(find?.(body)).toEqual(piece)
    expect(blockTypeOf(find?.(body))).toEqual(expect.any(String))
  })

  test.each<[string, JsonObject]>([
    ['The model does not exist', anthropic],
    // Another is there than the words speak of.
    ['messages.1.content.1: Expected `thinking` or `redacted_thinking`, but found `tool_use`', anthropic],
    ['messages.9: at least one message is required', anthropic],
    ["Item 'rs_gone' of type 'reasoning' was provided without its required following item.", responses],
    ['Invalid image', { messages: [{ role: 'user', content: [pictured, pictured] }] }],
  ])('is nothing that could be named: %s', (words, body) => {
    expect(refusedPiece(words, body)).toBeNull()
  })

  test('is something that was said only where the words say which', () => {
    expect(namesPlace('messages.1.content.0: Invalid `signature`')).toBe(true)
    expect(namesPlace("Item 'rs_1a' of type 'reasoning' was provided without its required following item.")).toBe(true)
    expect(namesPlace('image input is not supported')).toBe(false)
  })
})
