import { expect, test } from 'vitest'
import { MASK } from '#lib/canonical/mask.ts'
import type { Message } from '#lib/canonical/message.ts'
import { ShareContent } from '#lib/canonical/share-content.ts'
import { draftOf } from '#lib/share/draft.ts'
import { searched } from '#lib/share/findings.ts'
import { assistant, call, text, toolId, toolMessage, user } from '#test/support/message-builder.ts'
import { EVERYTHING, picture, richPath, UPLOAD } from '#test/support/share-builder.ts'

const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`
const draft = (path: readonly Message[], fields: object = {}) =>
  draftOf({ title: null, system_prompt: null, path, ...fields }, ShareContent.parse({ include: EVERYTHING }))

/** All that is found, masked. */
async function maskedAll(before: ReturnType<typeof draft>) {
  const { findings } = await searched(before, [])
  return await searched(
    before,
    findings.map(({ id }) => id),
  )
}

test('what is found is named by its place, and by the same id as long as it stands there', async () => {
  const path = [user([text('My key'), text(`It is ${KEY}!`)])]
  const { findings } = await searched(draft(path), [])
  expect(findings).toEqual([
    {
      id: expect.any(String),
      kind: 'key',
      part: 'message',
      message_id: path[0]?.id,
      block: 1,
      path: '/text',
      start: 6,
      end: 46,
      excerpt: `It is ${KEY}!`,
      masked: false,
    },
  ])
  expect((await searched(draft(path), [])).findings).toEqual(findings)
  const moved = [{ ...path[0], content: [text(''), text(`Now it is ${KEY}!`)] } as Message]
  expect((await searched(draft(moved), [])).findings[0]?.id).not.toBe(findings[0]?.id)
})

test('what is masked is a run of one width, and what stands behind it moves with its citations', async () => {
  const said = `Key ${KEY} and cats.`
  const citations = [{ url: 'https://example.com/cat', start: said.indexOf('cats'), end: said.length - 1 }]
  const { draft: masked, findings } = await maskedAll(draft([assistant([{ ...text(said), citations }])]))
  const shown = `Key ${MASK} and cats.`
  expect(masked.messages[0]?.content).toEqual([
    {
      ...text(shown),
      citations: [{ url: 'https://example.com/cat', start: shown.indexOf('cats'), end: shown.length - 1 }],
    },
  ])
  expect(findings).toMatchObject([
    { start: 4, end: 4 + MASK.length, masked: true, excerpt: expect.stringContaining(KEY) },
  ])
})

test('a secret in any text of a draft is found and masked: nothing of it is left anywhere', async () => {
  const path: Message[] = JSON.parse(
    JSON.stringify(richPath()).replace(
      /"(What is this\?|It has whiskers\.|A cat\.|https:\/\/example.com\/cat|Cats|Cats have whiskers\.|print\(1\)|1|1\+1|2)"/g,
      (_all, words) => JSON.stringify(`${words} ${KEY}`),
    ),
  )
  const before = draft(path, { title: `About ${KEY}`, system_prompt: `Use ${KEY}` })
  const count = JSON.stringify(before).split(KEY).length - 1
  expect(count).toBeGreaterThanOrEqual(11)
  const { draft: masked, findings } = await maskedAll(before)
  expect(findings).toHaveLength(count)
  expect(JSON.stringify(masked)).not.toContain(KEY)
  expect(findings.map(({ part }) => part)).toEqual(expect.arrayContaining(['title', 'system_prompt', 'message']))
})

test('in arguments names are looked at as well: those of values say what the values are, and may be secrets themselves', async () => {
  const input = { password: 'correct horse', [KEY]: 1, card: 4111111111111111, nested: { 'a/b': [KEY] }, id: 12 }
  const before = draft([assistant([call(toolId(1), 'log_in', input)])])
  const { draft: masked, findings } = await maskedAll(before)
  expect(masked.messages[0]?.content).toEqual([
    call(toolId(1), 'log_in', {
      password: MASK,
      [MASK]: 1,
      card: MASK,
      nested: { 'a/b': [MASK] },
      id: 12,
    }),
  ])
  expect(findings.map(({ path }) => path)).toContain('/input/nested/a~1b/0')
})

test('a secret in arguments that were no JSON, and in a result, is found', async () => {
  const broken = { ...call(toolId(1)), raw_input: `{"key": "${KEY}` }
  const { draft: masked } = await maskedAll(draft([assistant([broken]), toolMessage(toolId(1), `Used ${KEY}.`)]))
  expect(JSON.stringify(masked)).not.toContain(KEY)
})

test('a base64 text with a secret in it goes as a whole', async () => {
  const coded = Buffer.from(`{"token":"${KEY}"}`).toString('base64')
  const { draft: masked } = await maskedAll(draft([user(`See ${coded}.`)]))
  expect(masked.messages[0]?.content).toEqual([text(`See ${MASK}.`)])
})

test('what makes a block what it is stays', async () => {
  const path = [user([picture(UPLOAD)])]
  expect((await maskedAll(draft(path))).draft.messages[0]?.content).toEqual(draft(path).messages[0]?.content)
})

test('a mask of something that is not there masks nothing', async () => {
  const { draft: same, findings } = await searched(draft([user(KEY)]), ['elsewhere'])
  expect(same.messages[0]?.content).toEqual([text(KEY)])
  expect(findings).toMatchObject([{ masked: false }])
})
