import { expect, test } from 'vitest'
import { ShareContent } from '#lib/canonical/share-content.ts'
import { draftOf } from '#lib/share/draft.ts'
import { isIntact, sealed } from '#lib/share/seal.ts'
import { ShareSnapshot } from '#lib/share/snapshot.ts'
import { EVERYTHING, richPath, SECRET, UPLOAD } from '#test/support/share-builder.ts'

const PICTURE = { hash: 'b'.repeat(64), media_type: 'image/webp' }
const shared_at = '2026-11-23T12:00:00.000000Z'
const draft = (path = richPath()) =>
  draftOf({ title: 'A cat', system_prompt: 'Be kind.', path }, ShareContent.parse({ include: EVERYTHING }))
const seal = (pictures = new Map([[UPLOAD, PICTURE]]), path = richPath()) =>
  sealed(draft(path), { pictures, shared_at })
const stored = (snapshot: ShareSnapshot) => ShareSnapshot.parse(JSON.parse(JSON.stringify(snapshot)))

test('a snapshot has no id of its chat: messages, turns, calls and the chat itself have new ones that fit together', () => {
  const path = richPath()
  const snapshot = seal(undefined, path)
  const json = JSON.stringify(snapshot)
  for (const { id, session_id } of path) {
    expect(json).not.toContain(id)
    expect(json).not.toContain(session_id)
  }
  expect(json).not.toMatch(/turn-1|tu_01JZT/)
  const [question, answer, result] = snapshot.messages
  expect([question?.parent_id, answer?.parent_id, result?.parent_id]).toEqual([null, question?.id, answer?.id])
  expect(new Set(snapshot.messages.map(({ session_id }) => session_id)).size).toBe(1)
  expect(new Set(snapshot.messages.map(({ metadata }) => metadata.turn_id)).size).toBe(1)
  const called = answer?.content.find((block) => block.type === 'tool_use')?.id
  expect(called).toMatch(/^tu_/)
  expect(result?.metadata.parent_tool_use_id).toBe(called)
  expect(result?.content[0]).toMatchObject({ tool_use_id: called })
})

test('nothing of an upload is in it but the picture that was made for it', () => {
  const { messages } = seal()
  expect(messages[0]?.content[1]).toEqual({
    type: 'image',
    source: { kind: 'file_ref', data: `share/${PICTURE.hash}` },
    media_type: 'image/webp',
  })
  expect(JSON.stringify(messages)).not.toContain('attachments/')
})

test('a picture that none could be made of is not shown, in a result either', () => {
  const { messages } = seal(new Map())
  expect(messages[0]?.content[1]).toEqual({ type: 'hidden' })
  expect(messages[2]?.content[0]).toMatchObject({ content: [{ type: 'text', text: '2' }, { type: 'hidden' }] })
})

test('it is read again as it was written, and a changed word shows', () => {
  const snapshot = stored(seal())
  expect(isIntact(snapshot)).toBe(true)
  const other = JSON.parse(JSON.stringify(snapshot).replace('A cat.', 'A dog.'))
  expect(isIntact(ShareSnapshot.parse(other))).toBe(false)
})

test('what got into a draft in any other way than by its list is refused', () => {
  const { messages, ...rest } = draft()
  const [first, ...others] = messages
  if (!first) throw new Error('a draft without messages')
  const slipped = { ...rest, messages: [{ ...first, user_id: SECRET }, ...others] }
  expect(() => sealed(slipped, { pictures: new Map(), shared_at })).toThrow(/user_id/)
})

test('half of a surrogate pair, which a model can write, is sealed like any other text', () => {
  const [question, ...rest] = richPath()
  if (!question) throw new Error('a path without messages')
  const path = [{ ...question, content: [{ type: 'text' as const, text: 'a\ud800b' }] }, ...rest]
  expect(isIntact(stored(seal(undefined, path)))).toBe(true)
})
