import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { sessions } from '#db/schema.ts'
import { openStore } from '#db/store.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { BLOCK_TYPES } from '#lib/canonical/block.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import type { Message, MessageStatus } from '#lib/canonical/message.ts'
import type { Role } from '#lib/canonical/role.ts'
import type { Session } from '#lib/canonical/session.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { BACKENDS } from '../support/database.ts'
import { chain, messageOf, session } from '../support/session-builder.ts'

/** Any string of UTF-16 code units: control characters, NUL and halves of surrogate pairs among them. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
)

const anyNumber = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom(Number.MAX_SAFE_INTEGER, 2 ** 53 + 2, 1e308, 5e-324, 0.1 + 0.2),
  )
  .map((number) => number + 0)

// A key named __proto__ is not of this world: zod leaves it out wherever it meets one.
const anyKey = anyText.filter((key) => key !== '__proto__')

const { value: anyJson } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    anyNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const anyObject: fc.Arbitrary<JsonObject> = fc.dictionary(anyKey, anyJson, { maxKeys: 4, noNullPrototype: true })

/** Fields that this version does not know beside those it does. */
const withUnknown = <T extends object>(known: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.tuple(anyObject, known).map(([extra, fields]) => {
    const unknown = Object.entries(extra).map(([key, value]) => [`x_${key}`, value])
    return { ...Object.fromEntries(unknown), ...fields }
  })

const anyBlock = fc.oneof(
  withUnknown(fc.record({ type: fc.constant('text' as const), text: anyText })),
  withUnknown(
    fc.record({
      type: fc.constant('tool_use' as const),
      id: fc.ulid().map((id) => `tu_${id}`),
      name: anyText,
      input: anyObject,
    }),
  ),
  withUnknown(fc.record({ type: fc.constant('thinking' as const), text: anyText, signature: fc.option(anyText) })),
  fc
    .tuple(anyText, anyObject)
    .filter(([type]) => type !== '' && !(BLOCK_TYPES as readonly string[]).includes(type))
    .map(([type, fields]) => ({ ...fields, type })),
) as fc.Arbitrary<ContentBlock>

const anyMessageOf = <S extends MessageStatus>(
  roles: readonly Role[],
  statuses: readonly S[],
  blocks: fc.Arbitrary<ContentBlock>,
): fc.Arbitrary<Omit<Message, 'id' | 'session_id'>> =>
  withUnknown(
    fc.record({
      role: fc.constantFrom(...roles),
      content: fc.array(blocks, { maxLength: 4 }),
      metadata: withUnknown(
        fc.record({
          status: fc.constantFrom(...statuses),
          turn_id: anyText,
          model: fc.option(anyText),
          user_id: anyText,
        }),
      ),
      created_at: fc.integer({ min: 0, max: 4e15 }).map(formatTimestamp),
      schema_version: fc.integer({ min: 1, max: 9 }),
    }),
  )

const anyResult = fc
  .array(anyBlock, { maxLength: 2 })
  .map((content) => ({ type: 'tool_result' as const, tool_use_id: 'tu_1', content }))

/** In the making it may hold anything; what is final keeps the places of its blocks. */
const anyMessage = fc.oneof(
  anyMessageOf(['user', 'assistant', 'system', 'tool'], ['partial'], fc.oneof(anyBlock, anyResult)),
  anyMessageOf(['assistant'], ['cancelled', 'error'], anyBlock),
)

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`a message in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    let store: Awaited<ReturnType<typeof openStore>>
    let owner: Session

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      store = await openStore(database)
      stack.defer(() => store.close())
      owner = session()
      await store.createSession(owner, [])
    })

    afterAll(() => stack.disposeAsync())

    const saved = async (message: Message) => {
      await store.commit({ session_id: owner.id, messages: chain([message]) })
      return (await store.message(owner.id, message.id))?.message
    }

    test('survives a save and a load whatever it holds, known or not', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyMessage, { minLength: 1, maxLength: 5 }), async (fields) => {
          const messages = fields.map((each) => ({ ...each, ...pick(messageOf(owner)) }))
          const head_id = messages.at(-1)?.id ?? null
          await store.commit({ session_id: owner.id, messages: chain(messages), patch: { head_id } })
          expect(await store.path(owner.id)).toEqual(messages)
        }),
        { numRuns: 60 },
      )
    })

    test('keeps what its adapter wrote for itself, key by key in order', async () => {
      const raw = { z: 1, a: { 'b.c': [1e21, -0.5, '\u2028'], '': null }, m: [] }
      const key = ['provider', 'raw'].join('_')
      const loaded = await saved(messageOf(owner, { metadata: { [key]: raw } }))
      expect(JSON.stringify(loaded?.metadata)).toBe(JSON.stringify({ [key]: raw }))
    })

    test('written by a newer version comes back as it was', async () => {
      const newer = messageOf(owner, { schema_version: 7 })
      const message = {
        ...newer,
        channel: 'side',
        content: [
          { type: 'hologram', depth: [1, 2] },
          { type: 'image', source: { kind: 'vault', data: 'v/1' }, media_type: 'image/png' },
        ],
        metadata: { stop_reason: 'max_tool_calls', error: { error_class: 'quota', message: 'used up' } },
      } as unknown as Message
      expect(await saved(message)).toEqual(message)
    })

    test('that is not in the format any more says so in its place', async () => {
      const message = messageOf(owner)
      await saved(message)
      await store.client.execute({ sql: 'UPDATE messages SET role = ? WHERE id = ?', args: ['robot', message.id] })
      const found = await store.message(owner.id, message.id)
      expect(found).toMatchObject({
        message: { id: message.id, content: [{ type: 'unreadable' }], metadata: { status: 'error' } },
      })
    })

    test('has its session in a folder of its own under the data directory', async () => {
      const row = await openDatabase(store.client).select().from(sessions).get()
      expect(row).toMatchObject({ workspace_path: `workspaces/${owner.id}`, schema_version: 1 })
    })
  })
}

function pick({ id, session_id }: Message) {
  return { id, session_id }
}
