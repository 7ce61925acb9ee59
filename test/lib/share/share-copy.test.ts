import { describe, expect, test } from 'vitest'
import { ShareContent } from '#lib/canonical/share-content.ts'
import { draftOf } from '#lib/share/draft.ts'
import { sealed } from '#lib/share/seal.ts'
import { ShareCopy, shareCopy, shareFingerprint, verifyShareCopy } from '#lib/share/share-copy.ts'
import { EVERYTHING, richPath } from '#test/support/share-builder.ts'

const copied = () => {
  const draft = draftOf(
    { title: 'A cat', system_prompt: 'Be kind.', path: richPath() },
    ShareContent.parse({ include: EVERYTHING }),
  )
  const copy = shareCopy(sealed(draft, { pictures: new Map(), shared_at: '2026-11-23T12:00:00.000000Z' }))
  return ShareCopy.parse(JSON.parse(JSON.stringify(copy)))
}
const faultsOf = (copy: ShareCopy) => verifyShareCopy(copy, 'file').faults

const WHERE = { path: 'file', title: 'A cat' }

describe('a copy of a shared page', () => {
  test('is what it was, as it comes out of a file', () => {
    const copy = copied()
    expect(copy.snapshot.messages.length).toBeGreaterThan(2)
    expect(faultsOf(copy)).toEqual([])
    expect(ShareCopy.safeParse({ ...copy, more: 1 }).success).toBe(false)
  })

  test('names the messages that say something else', () => {
    const copy = copied()
    const [question, , result] = copy.snapshot.messages
    const content = [{ type: 'text' as const, text: 'Another question' }]
    Object.assign(question ?? {}, { content })
    Object.assign(result ?? {}, { content: [] })
    expect(faultsOf(copy)).toEqual([
      { ...WHERE, problem: 'message_changed', message_id: question?.id, number: 1, at: question?.created_at },
      { ...WHERE, problem: 'message_changed', message_id: result?.id, number: 3, at: result?.created_at },
    ])
  })

  test('says that messages are missing, were added or stand elsewhere', () => {
    const [shorter, longer, moved] = [copied(), copied(), copied()]
    const count = shorter.snapshot.messages.length
    shorter.snapshot.messages.pop()
    expect(faultsOf(shorter)).toEqual([{ ...WHERE, problem: 'messages_missing', expected: count, found: count - 1 }])
    longer.hashes.pop()
    expect(faultsOf(longer)).toEqual([{ ...WHERE, problem: 'messages_added', expected: count - 1, found: count }])
    Object.assign(moved.snapshot.messages[1] ?? {}, { parent_id: null })
    expect(faultsOf(moved)).toMatchObject([{ problem: 'message_misplaced', number: 2 }])
  })

  test('that was written anew with its hashes is another conversation than that of the share', () => {
    const copy = copied()
    Object.assign(copy.snapshot.messages[0] ?? {}, { content: [{ type: 'text', text: 'Another question' }] })
    expect(faultsOf(shareCopy(copy.snapshot))).toEqual([{ ...WHERE, problem: 'conversation_changed' }])
  })

  test('has a fingerprint of all that it says, its title and dates included', () => {
    const { snapshot } = copied()
    const same = shareFingerprint(JSON.parse(JSON.stringify(snapshot)))
    expect(shareFingerprint(snapshot)).toBe(same)
    for (const change of [
      { title: 'A dog' },
      { shared_at: '2026-11-24T12:00:00.000000Z' },
      { system_prompt: 'Be rude.' },
    ]) {
      expect(shareFingerprint({ ...snapshot, ...change })).not.toBe(same)
    }
  })
})
