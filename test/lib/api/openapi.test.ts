import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CONTRACT } from '#lib/api/contract.ts'
import { openApi } from '#lib/api/openapi.ts'
import { FRAMES } from '#lib/events/frame.ts'

const document = openApi('1.2.3')
const plain = JSON.parse(JSON.stringify(document)) as typeof document
const schemas = plain.components.schemas as Record<string, object>

type Operation = {
  operationId: string
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema?: { $ref: string } }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>
}
type Item = { parameters?: { name: string; in: string; required: boolean }[] } & Record<string, Operation>
const items = plain.paths as unknown as Record<string, Item>
const operations = Object.values(items).flatMap(({ parameters: _, ...methods }) => Object.values(methods))

/** Every value in a document with the name it stands under, at any depth. */
function* values(of: unknown, key = ''): Generator<[string, unknown]> {
  yield [key, of]
  if (typeof of !== 'object' || of === null) return
  for (const [name, value] of Object.entries(of)) yield* values(value, name)
}

/** As others read a schema of the document. zod's reader does not know `not`. */
function reader(name: string) {
  const text = JSON.stringify({ $ref: `#/$defs/${name}`, $defs: schemas })
  const moved = text.replaceAll('#/components/schemas/', '#/$defs/')
  return z.fromJSONSchema(JSON.parse(moved, (key, value: unknown) => (key === 'not' ? undefined : value)))
}

describe('the published contract', () => {
  test('says what it is, and is built once', () => {
    expect(plain).toMatchObject({ openapi: '3.1.0', info: { title: 'Metis', version: '1.2.3' } })
    expect(openApi('1.2.3')).toBe(document)
  })

  test('has every address and method of the contract', () => {
    const published = Object.entries(items).map(([path, { parameters: _, ...methods }]) => [path, Object.keys(methods)])
    expect(published).toEqual(
      Object.entries(CONTRACT).map(([path, methods]) => [path, Object.keys(methods).map((name) => name.toLowerCase())]),
    )
  })

  test('refers only to what is there', () => {
    const targets = [...values(plain)].flatMap(([key, value]) => (key === '$ref' ? [String(value)] : []))
    expect(targets.length).toBeGreaterThan(50)
    const there = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`))
    expect(targets.filter((target) => !there.has(target))).toEqual([])
  })

  test('names its schemas as OpenAPI allows, and leaves none unused', () => {
    expect(Object.keys(schemas).filter((name) => !/^[A-Za-z0-9._-]+$/.test(name))).toEqual([])
    const targets = new Set([...values(plain)].flatMap(([key, value]) => (key === '$ref' ? [value] : [])))
    expect(Object.keys(schemas).filter((name) => !targets.has(`#/components/schemas/${name}`))).toEqual([])
  })

  test('declares the parameters of each address, and those alone', () => {
    for (const [path, { parameters = [] }] of Object.entries(items)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true }))
      expect(parameters).toEqual(inPath.map((each) => ({ ...each, schema: { type: 'string' } })))
    }
  })

  test('gives each operation a name, a known tag, a success and the common refusals', () => {
    const tags = new Set(plain.tags.map(({ name }) => name))
    for (const { operationId, tags: own, responses } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(own.every((tag) => tags.has(tag))).toBe(true)
      expect(Object.keys(responses).some((status) => /^(2|303)/.test(status))).toBe(true)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['403', '500', '503', '507', 'default']))
      expect(Object.values(responses).every(({ description }) => description !== '')).toBe(true)
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test('holds JSON Schema of the draft that OpenAPI 3.1 has', () => {
    const KINDS = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
    for (const [key, value] of values(schemas)) {
      if (key === 'type' && typeof value === 'string') expect(KINDS).toContain(value)
      if (key === 'required') expect(Array.isArray(value)).toBe(true)
      expect(['nullable', 'definitions', '$schema', '$id']).not.toContain(key)
    }
    for (const name of Object.keys(schemas)) expect(() => reader(name), name).not.toThrow()
  })

  test('has a schema for each frame of the stream', () => {
    const { Frame } = schemas as { Frame: { oneOf: { $ref: string }[]; discriminator: { mapping: object } } }
    const frames = Object.keys(FRAMES).map((type) => `#/components/schemas/Frame.${type}`)
    expect(Frame.oneOf.map(({ $ref }) => $ref)).toEqual(frames)
    expect(Object.keys(Frame.discriminator.mapping)).toEqual(Object.keys(FRAMES))
    expect(items['/api/sessions/{id}/stream']?.get?.responses['200']?.content).toEqual({
      'text/event-stream': { schema: { $ref: '#/components/schemas/Frame' } },
    })
  })
})

describe('a request that the contract takes fits what is published, and what it refuses does not', () => {
  const SAID: [string, string, string, unknown, boolean][] = [
    ['/api/sessions', 'POST', 'an empty one', {}, true],
    ['/api/sessions', 'POST', 'one with a model', { title: 'Mine', active_model: 'demo:openai' }, true],
    ['/api/sessions', 'POST', 'an unknown field', { name: 'Mine' }, false],
    ['/api/sessions/{id}', 'PATCH', 'a cleared model', { active_model: null }, true],
    ['/api/sessions/{id}', 'PATCH', 'a title that is none', { title: 7 }, false],
    ['/api/sessions/{id}/turns', 'POST', 'a text', { content: [{ type: 'text', text: 'hi' }], parent_id: null }, true],
    [
      '/api/sessions/{id}/turns',
      'POST',
      'an upload',
      {
        content: [
          {
            type: 'image',
            source: { kind: 'file_ref', data: `attachments/${'a'.repeat(64)}` },
            media_type: 'image/png',
          },
        ],
      },
      true,
    ],
    ['/api/sessions/{id}/turns', 'POST', 'nothing', { content: [] }, false],
    ['/api/sessions/{id}/turns', 'POST', 'a tool call', { content: [{ type: 'tool_use', id: 'x' }] }, false],
    ['/api/attachments/import', 'POST', 'an address', { url: 'https://example.com/a.png' }, true],
    ['/api/attachments/import', 'POST', 'no address', {}, false],
  ]

  test.each(SAID)('%s %s: %s', (path, method, _, body, fits) => {
    const operation = items[path]?.[method.toLowerCase()]
    const name = operation?.requestBody?.content['application/json']?.schema?.$ref.split('/').at(-1) ?? ''
    expect(reader(name).safeParse(body).success).toBe(fits)
    const endpoint = (CONTRACT as unknown as Record<string, Record<string, { body: { json: z.ZodType } }>>)[path]?.[
      method
    ]
    expect(endpoint?.body.json.safeParse(body).success).toBe(fits)
  })
})
