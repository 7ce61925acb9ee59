import { describe, expect, it } from 'vitest'
import { instanceOf } from '#lib/demo/schema-instance.ts'

const node = (next: object) => ({
  $ref: '#/$defs/node',
  $defs: { node: { type: 'object', properties: { next }, required: ['next'] } },
})

describe('an instance of a schema', () => {
  it.each<[string, unknown, unknown]>([
    ['a string', { type: 'string' }, 'demo'],
    ['a long string', { type: 'string', minLength: 6 }, 'demo..'],
    ['a short string', { type: 'string', maxLength: 2 }, 'de'],
    ['a date', { type: 'string', format: 'date' }, '2026-01-01'],
    ['a whole number', { type: 'integer' }, 0],
    ['one above a limit', { type: 'integer', minimum: 3 }, 3],
    ['one beyond a limit', { type: 'integer', exclusiveMinimum: 3 }, 4],
    ['one below a limit', { type: 'integer', maximum: -3 }, -3],
    ['one short of a limit', { type: 'integer', exclusiveMaximum: -3 }, -4],
    ['one between', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ['a multiple', { type: 'integer', minimum: 4, multipleOf: 5 }, 5],
    ['an impossible number', { type: 'integer', minimum: 3, maximum: 2 }, 0],
    ['a boolean', { type: 'boolean' }, true],
    ['null', { type: 'null' }, null],
    ['an empty list', { type: 'array', items: { type: 'string' } }, []],
    ['a list of a given length', { type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
    ['a constant', { const: 7 }, 7],
    ['one of a list', { enum: ['b', 'a'] }, 'b'],
    ['a default', { type: 'string', default: 'x' }, 'x'],
    ['the first of several types', { type: ['integer', 'null'] }, 0],
    ['the first of several schemas', { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, true],
    ['either of two', { oneOf: [{ const: 1 }] }, 1],
    [
      'an object by its required properties',
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      { a: 'demo' },
    ],
    ['an object without a type', { properties: { a: { const: 1 } }, required: ['a'] }, { a: 1 }],
    ['anything', {}, null],
    ['what is no schema', 7, null],
    ['a reference with an escaped name', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { const: 1 } } }, 1],
    ['a reference to nothing', { $ref: '#/$defs/x' }, null],
    [
      'all of several',
      {
        allOf: [{ type: 'object', properties: { a: { const: 1 } }, required: ['a'] }, { $ref: '#/$defs/b' }],
        $defs: { b: { properties: { b: { const: 2 } }, required: ['b'] } },
      },
      { a: 1, b: 2 },
    ],
  ])('is %s', (_, schema, expected) => {
    expect(instanceOf(schema)).toEqual(expected)
  })

  it('ends even where the schema does not', () => {
    expect(JSON.stringify(instanceOf(node({ $ref: '#/$defs/node' })))).toMatch(/^(\{"next":)+null\}+$/)
    expect(JSON.stringify(instanceOf(node({ anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] })))).toMatch(
      /^(\{"next":)+null\}+$/,
    )
    expect(instanceOf({ $ref: '#' })).toBe(null)
  })
})
