import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { validateInput } from '#lib/tools/validate-input.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    lines: { type: 'integer' },
    mode: { type: 'string', enum: ['text', 'raw'] },
    ranges: { type: 'array', items: { type: 'object', properties: { from: { type: 'number' } }, required: ['from'] } },
  },
  required: ['path'],
  additionalProperties: false,
}

describe('an input', () => {
  test.each<[JsonObject]>([
    [{ path: 'a' }],
    [{ path: '', lines: 3, mode: 'raw', ranges: [] }],
    [{ path: 'a', ranges: [{ from: 1.5, note: 'more is allowed here' }] }],
  ])('fits: %j', (input) => {
    expect(validateInput(schema, input)).toBeNull()
  })

  test.each<[JsonValue, string, string]>([
    [{}, 'input.path', 'is required'],
    [{ path: null }, 'input.path', 'must be a string, not null'],
    [{ path: 7 }, 'input.path', 'must be a string, not a number'],
    [{ path: 'a', lines: 1.5 }, 'input.lines', 'must be an integer, not a number'],
    [{ path: 'a', lines: '1' }, 'input.lines', 'must be an integer, not a string'],
    [{ path: 'a', mode: 'binary' }, 'input.mode', 'must be one of "text", "raw"'],
    [{ path: 'a', ranges: {} }, 'input.ranges', 'must be an array, not an object'],
    [{ path: 'a', ranges: [{ from: 1 }, {}] }, 'input.ranges[1].from', 'is required'],
    [{ path: 'a', ranges: [{ from: true }] }, 'input.ranges[0].from', 'must be a number, not a boolean'],
    [{ path: 'a', ranges: [[]] }, 'input.ranges[0]', 'must be an object, not an array'],
    ['text', 'input', 'must be an object, not a string'],
    [[], 'input', 'must be an object, not an array'],
  ])('%j does not fit at %s: %s', (input, path, problem) => {
    expect(validateInput(schema, input)).toEqual({ path, problem })
  })

  test('with a property that is not allowed is refused without repeating its name', () => {
    expect(validateInput(schema, { path: 'a', secret: 'x' })).toEqual({
      path: 'input',
      problem: 'may only have path, lines, mode, ranges',
    })
    expect(validateInput({ type: 'object', additionalProperties: false }, { a: 1 })?.problem).toBe(
      'may only have no properties',
    )
  })

  test('does not take what every object inherits for a property of its own', () => {
    const inherited: JsonObject = {
      type: 'object',
      properties: { constructor: { type: 'string' } },
      required: ['constructor'],
    }
    expect(validateInput(inherited, {})).toEqual({ path: 'input.constructor', problem: 'is required' })
  })

  test.each<[JsonObject, JsonValue, boolean]>([
    [{ type: 'null' }, null, true],
    [{ type: 'null' }, false, false],
    [{ type: 'boolean' }, false, true],
    [{ type: 'integer' }, 2, true],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, false],
    [{ type: 'array' }, [1, 'a'], true],
    [{ type: 'number', enum: [1, 2] }, 3, false],
    [{ type: 'string', format: 'date' }, 'formats are annotations', true],
  ])('of schema %j: %j', (property, value, fits) => {
    expect(validateInput(property, value) === null).toBe(fits)
  })
})
