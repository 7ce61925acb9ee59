import { expect, test } from 'vitest'
import { isStrictSchema } from '#lib/adapters/history/strict-schema.ts'
import type { JsonObject } from '#lib/canonical/json.ts'

const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

test.each<[string, JsonObject]>([
  ['an object that requires all it has', object({ a: { type: 'string' }, b: { type: ['number', 'null'] } })],
  ['an object without properties', { type: 'object', additionalProperties: false }],
  ['objects in lists', object({ list: { type: 'array', items: object({ a: { type: 'string', enum: ['x', 'y'] } }) } })],
  ['one of several kinds', object({ a: { anyOf: [{ type: 'string' }, object({})] } })],
  ['a format that is known', object({ at: { type: 'string', format: 'date-time' } })],
])('wire-rule 70: %s is strict', (_what, schema) => {
  expect(isStrictSchema(schema)).toBe(true)
})

test.each<[string, JsonObject]>([
  ['an optional property', object({ a: { type: 'string' } }, [])],
  ['other properties', { type: 'object', properties: {} }],
  ['a node without a type', object({ a: { description: 'anything' } })],
  ['a list of anything', object({ a: { type: 'array' } })],
  ['a format that is not known', object({ a: { type: 'string', format: 'iri' } })],
  ['a choice with a loose part', object({ a: { anyOf: [{ type: 'object' }] } })],
  ...['$ref', 'oneOf', 'allOf', 'not'].map((word): [string, JsonObject] => [word, object({ a: { [word]: [] } })]),
  ['a loose object inside', object({ a: { type: ['object', 'null'] } })],
  ['a property that is no schema', object({ a: true })],
  ['a list of values without a type', object({ a: { enum: ['x', 'y'] } })],
  ['one value without a type', object({ a: { const: 1 } })],
  ['a list at the root', { type: 'array', items: { type: 'string' } }],
  ['a choice at the root', { ...object({}), anyOf: [object({})] }],
  ['what stands beside a choice', object({ a: { type: 'object', anyOf: [{ type: 'string' }] } })],
])('wire-rule 70: %s is not', (_what, schema) => {
  expect(isStrictSchema(schema)).toBe(false)
})
