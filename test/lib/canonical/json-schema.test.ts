import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BLOCK_TYPES } from '#lib/canonical/block.ts'
import { messageJsonSchema } from '#lib/canonical/json-schema.ts'
import { Message } from '#lib/canonical/message.ts'
import { seedExample } from '#test/support/seed-example.ts'

/** As others read the file. zod's reader does not know `not`; it is asserted by itself below. */
function structuralReader() {
  const text = JSON.stringify(messageJsonSchema())
  return z.fromJSONSchema(JSON.parse(text, (key, value: unknown) => (key === 'not' ? undefined : value)))
}

describe('the JSON Schema of the format', () => {
  test('is the file that others use; `npm run schema` brings it up to date', async () => {
    const text = `${JSON.stringify(messageJsonSchema(), null, 2)}\n`
    await expect(text).toMatchFileSnapshot('../../../public/canonical-message.v1.schema.json')
  })

  test('says what it is and which version', () => {
    expect(messageJsonSchema()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:metis:canonical-message:v1',
      title: 'Canonical message',
    })
  })

  test.each(seedExample())('accepts the worked examples (§8): $id', (message) => {
    expect(structuralReader().safeParse(message).success).toBe(true)
  })

  test('accepts unknown fields, and unknown blocks that do not pass for known ones', () => {
    const [message] = seedExample()
    const newer = { ...message, content: [{ type: 'hologram', data: 1 }], metadata: { mood: 'new' }, extra: true }
    expect(structuralReader().safeParse(newer).success).toBe(true)
    expect(messageJsonSchema()).toMatchObject({
      $defs: { UnknownBlock: { properties: { type: { not: { enum: [...BLOCK_TYPES] } } } } },
    })
  })

  test.each([
    { role: 'robot' },
    { content: 'text' },
    { metadata: { status: '' } },
    { schema_version: 0 },
    { id: undefined },
  ])('refuses what the format refuses: %j', (fault) => {
    const message = { ...seedExample()[0], ...fault }
    expect(Message.safeParse(message).success).toBe(false)
    expect(structuralReader().safeParse(JSON.parse(JSON.stringify(message))).success).toBe(false)
  })
})
