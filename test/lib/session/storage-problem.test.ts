import { describe, expect, test } from 'vitest'
import { errorData, errorFrom } from '#db/error-transfer.ts'
import { endWords, refusalWords, storageProblem } from '#lib/session/storage-problem.ts'

const named = (name: string, fields: object, cause?: unknown) =>
  Object.assign(new Error('it did not work', { cause }), { name, ...fields })

describe('a store that refuses for now', () => {
  test.each([
    ['SQLITE_FULL of the driver', named('LibsqlError', { code: 'SQLITE_FULL' }), 'full'],
    ['ENOSPC of a file beside it', named('Error', { code: 'ENOSPC' }), 'full'],
    ['SQLITE_BUSY_SNAPSHOT', named('LibsqlError', { code: 'SQLITE_BUSY_SNAPSHOT' }), 'locked'],
    ['SQLITE_LOCKED', named('LibsqlError', { code: 'SQLITE_LOCKED' }), 'locked'],
    [
      'a server that takes no connection',
      named('TypeError', {}, named('Error', { code: 'ECONNREFUSED' })),
      'unavailable',
    ],
    ['a cause deep down', named('Error', {}, named('Error', {}, named('Error', { code: 'SQLITE_FULL' }))), 'full'],
    ['an error of the store by its kind', named('StorageError', { kind: 'locked' }), 'locked'],
  ])('is known by %s, also from its own thread', (_, error, kind) => {
    expect(storageProblem(error)?.kind).toBe(kind)
    expect(storageProblem(errorFrom(errorData(error)))?.kind).toBe(kind)
  })

  test('has words for those who wait, for those who are refused and for those who waited in vain', () => {
    const problem = storageProblem(named('LibsqlError', { code: 'SQLITE_FULL' }))
    expect(problem && [problem.message, refusalWords(problem), endWords(problem)]).toEqual([
      'The disk is full. This answer is kept in memory and stored as soon as there is room.',
      'The disk is full, so nothing can be stored. Make room on it, then try again.',
      'The disk was full for too long, so the answer was ended here. Make room on it, then send again.',
    ])
  })
})

test.each([
  ['a damaged database', named('StorageError', { kind: 'damaged' }, named('LibsqlError', { code: 'SQLITE_BUSY' }))],
  ['a broken rule', named('LibsqlError', { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' })],
  ['a connection that broke in the middle', named('Error', { code: 'ECONNRESET' })],
  ['something that is no error', 'SQLITE_FULL'],
])('%s is nothing that waiting mends', (_, thrown) => {
  expect(storageProblem(thrown)).toBeNull()
})
