import { expect, test } from 'vitest'
import { projector } from '#lib/adapters/history/projection.ts'
import { InvalidRequestError } from '#lib/canonical/error.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { memoryLogger } from '#lib/log.ts'
import { canonicalRequest, SESSION_ID, user } from '#test/support/message-builder.ts'

test('a block that is not carried over is logged with exactly five fields, and recorded', () => {
  const log = memoryLogger()
  const records: ProjectionRecord[] = []
  const stored = user('hi')
  const request = canonicalRequest({ messages: [stored], onProjection: (record) => records.push(record) })
  projector(request, 'openai', log)({ message_id: stored.id, block_type: 'image', action: 'dropped', reason: 'why' })
  const fields = {
    session_id: SESSION_ID,
    message_id: stored.id,
    block_type: 'image',
    adapter: 'openai',
    reason: 'why',
  }
  expect(log.entries).toEqual([{ level: 'warn', message: 'a block is not carried over as stored', fields }])
  expect(records).toEqual([{ ...fields, action: 'dropped' }])
})

test('a block of a critical message is not dropped: the request fails and names it', () => {
  const stored = user('hi', { critical: true })
  const project = projector(canonicalRequest({ messages: [stored] }), 'openai', memoryLogger())
  const record = { message_id: stored.id, block_type: 'image', reason: 'why' }
  project({ ...record, action: 'converted' })
  expect(() => project({ ...record, action: 'dropped' })).toThrow(InvalidRequestError)
  expect(() => project({ ...record, action: 'dropped' })).toThrow(
    `message ${stored.id} is critical, and its image block`,
  )
})
