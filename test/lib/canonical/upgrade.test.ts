import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#lib/canonical/hash.ts'
import { isJsonObject, type JsonObject } from '#lib/canonical/json.ts'
import { parseStoredMessage, type UpgradeStep, upgrader } from '#lib/canonical/upgrade.ts'
import { seedExample } from '#test/support/seed-example.ts'

/** A worked change: version 2 calls the text of a text block `markdown` and keeps what it does not know. */
const toVersion2: UpgradeStep = (message) => ({
  ...message,
  content: (message.content as JsonObject[]).map((block) => {
    if (block.type !== 'text') return block
    const { text, ...rest } = block
    return { ...rest, markdown: text ?? '' }
  }),
})
const toVersion3: UpgradeStep = ({ session_id, ...message }) => ({ ...message, conversation_id: session_id ?? null })

describe('the upgrade chain', () => {
  const stored = {
    id: '01HZ0000000000000000000001',
    session_id: 's',
    content: [
      { type: 'text', text: 'hi', lang: 'en' },
      { type: 'hologram', text: 'untouched' },
    ],
    schema_version: 1,
    added_by: 'someone',
  }

  test('brings a message of version 1 to version 2 and keeps the rest', () => {
    expect(upgrader({ 1: toVersion2 }, 2)(stored)).toEqual({
      ...stored,
      content: [
        { type: 'text', markdown: 'hi', lang: 'en' },
        { type: 'hologram', text: 'untouched' },
      ],
      schema_version: 2,
    })
  })

  test('takes one step after the other, from wherever a message is', () => {
    const upgrade = upgrader({ 1: toVersion2, 2: toVersion3 }, 3)
    expect(upgrade(stored)).toMatchObject({ conversation_id: 's', schema_version: 3 })
    const [first] = (upgrade({ ...stored, schema_version: 2 }).content as JsonObject[]).filter(isJsonObject)
    expect(first).toEqual({ type: 'text', text: 'hi', lang: 'en' })
  })

  test('does not touch what is stored', () => {
    const before = structuredClone(stored)
    upgrader({ 1: toVersion2 }, 2)(stored)
    expect(stored).toEqual(before)
  })

  test('lets a current or a newer message pass as it is', () => {
    const upgrade = upgrader({ 1: toVersion2 }, 2)
    for (const schema_version of [2, 99]) {
      const message = { ...stored, schema_version }
      expect(upgrade(message)).toBe(message)
    }
  })

  test('says which step is missing', () => {
    expect(() => upgrader({ 1: toVersion2 }, 3)(stored)).toThrow('no upgrade from schema version 2 to 3')
  })

  test.each([[undefined], [null], [0], [-1], [1.5], ['1'], [{}]])('refuses the version %j', (schema_version) => {
    expect(() => upgrader({}, 1)({ ...stored, schema_version })).toThrow('not a positive integer')
  })

  test.each([[null], ['text'], [[]], [5]])('refuses %j, which is no message', (value) => {
    expect(() => upgrader({}, 1)(value)).toThrow(TypeError)
  })
})

describe('a stored message', () => {
  test.each(seedExample())('of this version is read as it is: $id', (message) => {
    expect(parseStoredMessage(JSON.parse(JSON.stringify(message)))).toEqual(message)
  })

  test('of a newer version is read, with what it has that we do not know', () => {
    const [message] = seedExample()
    const newer = { ...message, schema_version: 2, content: [{ type: 'hologram', data: [1] }], mood: 'new' }
    expect(parseStoredMessage(newer)).toEqual(newer)
  })

  test('keeps keys named __proto__ wherever a model wrote them', () => {
    const text = JSON.stringify({
      ...seedExample()[0],
      role: 'assistant',
      metadata: { x_note: { PROTO: 1 }, PROTO: 2 },
      content: [
        { type: 'tool_use', id: 'tu_1', name: 'merge', input: { PROTO: { polluted: true }, list: [{ PROTO: null }] } },
        { type: 'hologram', PROTO: [1], inner: { PROTO: 'x' } },
      ],
    }).replaceAll('PROTO', '__proto__')
    const message = parseStoredMessage(JSON.parse(text))
    expect(canonicalJson(message)).toBe(canonicalJson(JSON.parse(text)))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('that is damaged is refused with the path of the damage', () => {
    const [message] = seedExample()
    expect(() => parseStoredMessage({ ...message, role: 'robot' })).toThrow('role')
  })
})
