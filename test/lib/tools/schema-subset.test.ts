import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { schemaFault } from '#lib/tools/schema-subset.ts'

function withProperty(property: JsonValue): JsonObject {
  return { type: 'object', properties: { a: property } }
}

const faultIn = (property: JsonValue) => schemaFault(withProperty(property))

describe('the subset of JSON Schema', () => {
  test.each(['string', 'number', 'integer', 'boolean', 'null', 'object'])('has the type %s', (type) => {
    expect(faultIn({ type })).toBeNull()
  })

  test('has nested objects, arrays, enums, formats and descriptions', () => {
    expect(
      schemaFault({
        type: 'object',
        description: 'A trip',
        required: ['stops'],
        additionalProperties: false,
        properties: {
          stops: {
            type: 'array',
            items: {
              type: 'object',
              properties: { day: { type: 'string', format: 'date' }, mode: { type: 'string', enum: ['car', 'train'] } },
              required: ['day'],
              additionalProperties: true,
            },
          },
        },
      }),
    ).toBeNull()
  })

  test('takes a property that is named like a keyword', () => {
    expect(
      schemaFault({ type: 'object', properties: { oneOf: { type: 'string' }, $ref: { type: 'string' } } }),
    ).toBeNull()
  })

  test.each([
    '$ref',
    '$defs',
    'oneOf',
    'anyOf',
    'allOf',
    'not',
    'if',
    'then',
    'else',
    'patternProperties',
    'pattern',
    'minimum',
    'const',
    'default',
  ])('has no %s, and the fault names where it is', (keyword) => {
    expect(faultIn({ type: 'string', [keyword]: {} })).toEqual({
      path: `input_schema.properties.a.${keyword}`,
      keyword,
      problem: expect.stringContaining(`input_schema.properties.a.${keyword}: ${keyword} is not allowed`),
    })
  })

  test.each<[string, JsonValue, string]>([
    [
      'a schema for additionalProperties',
      { type: 'object', additionalProperties: { type: 'string' } },
      'additionalProperties',
    ],
    ['a node without type', { description: 'anything' }, 'type'],
    ['a list of types', { type: ['string', 'null'] }, 'type'],
    ['an unknown type', { type: 'date' }, 'type'],
    ['an array of anything', { type: 'array' }, 'items'],
    ['a list of items', { type: 'array', items: [{ type: 'string' }] }, 'items'],
    ['an empty enum', { type: 'string', enum: [] }, 'enum'],
    ['an enum of objects', { type: 'object', enum: [{}] }, 'enum'],
    ['an unknown format', { type: 'string', format: 'regex' }, 'format'],
    ['a description that is no text', { type: 'string', description: 1 }, 'description'],
    ['required names that do not exist', { type: 'object', required: ['b'] }, 'required'],
    ['a single required name', { type: 'object', properties: {}, required: 'a' }, 'required'],
    ['a list of properties', { type: 'object', properties: [] }, 'properties'],
  ])('has no %s', (_, property, keyword) => {
    expect(faultIn(property)?.path).toBe(`input_schema.properties.a.${keyword}`)
  })

  test('names the path of a fault deep inside', () => {
    expect(
      faultIn({ type: 'array', items: { type: 'object', properties: { b: { type: 'string', maxLength: 3 } } } })?.path,
    ).toBe('input_schema.properties.a.items.properties.b.maxLength')
  })

  test.each<[string, JsonValue]>([
    ['true', true],
    ['a string', 'string'],
    ['null', null],
    ['a list', []],
  ])('has no %s where a schema belongs', (_, property) => {
    expect(faultIn(property)?.problem).toBe('input_schema.properties.a: a schema is a JSON object')
  })

  test.each<[JsonObject]>([[{}], [{ type: 'string' }], [{ type: 'array', items: { type: 'string' } }]])(
    'describes named arguments at the root: %j does not',
    (schema) => {
      expect(schemaFault(schema)?.path).toBe('input_schema.type')
    },
  )

  test('nests so deep and no deeper', () => {
    let schema: JsonObject = { type: 'object' }
    for (let depth = 0; depth < 10_000; depth++) schema = withProperty(schema)
    expect(schemaFault(schema)?.problem).toContain('schemas nest at most 32 deep')
  })
})
