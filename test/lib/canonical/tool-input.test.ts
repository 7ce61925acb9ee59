import { expect, test } from 'vitest'
import { isJsonObject, JsonObject } from '#lib/canonical/json.ts'
import { ToolDefinition } from '#lib/canonical/tool.ts'
import { finishToolInput } from '#lib/canonical/tool-input.ts'

test.each([
  ['{}', { input: {} }],
  [' {"a": [1]} ', { input: { a: [1] } }],
  ['{"a":', { input: {}, raw_input: '{"a":' }],
  ['[1]', { input: {}, raw_input: '[1]' }],
  ['"text"', { input: {}, raw_input: '"text"' }],
  ['"null"', { input: {}, raw_input: '"null"' }],
  ['nullnull', { input: {}, raw_input: 'nullnull' }],
  ['{"a":1}{"b":2}', { input: {}, raw_input: '{"a":1}{"b":2}' }],
])('the arguments %j are finished as %j', (fragments, finished) => {
  expect(finishToolInput(fragments)).toEqual(finished)
})

test.each(['', ' ', '\n\t', 'null', ' null\n'])('wire-rule 122: %j says that a call has no arguments', (fragments) => {
  expect(finishToolInput(fragments)).toEqual({ input: {} })
})

test.each([[null], [[]], ['{}'], [5], [undefined]])('%j is no JSON object', (value) => {
  expect(isJsonObject(value)).toBe(false)
  expect(JsonObject.safeParse(value).success).toBe(false)
})

test.each([[{ a: Number.NaN }], [{ a: undefined }], [{ a: () => 1 }], [{ a: 1n }]])(
  'what JSON cannot say is refused',
  (value) => {
    expect(JsonObject.safeParse(value).success).toBe(false)
  },
)

test('a tool needs a workspace unless it says otherwise, and keeps what a newer version added', () => {
  const definition = { name: 'read_file', description: 'Reads', input_schema: {}, side_effects: 'read', icon: 'file' }
  expect(ToolDefinition.parse(definition)).toEqual({ ...definition, requires_workspace: true })
})
