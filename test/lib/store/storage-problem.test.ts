import { expect, test } from 'vitest'
import { errorData, errorFrom } from '#db/error-transfer.ts'
import { StorageError, type StorageFault } from '#lib/store/storage-error.ts'
import { endWords, storageProblem } from '#lib/store/storage-problem.ts'

const fault = (kind: StorageFault) => new StorageError(kind, 'it did not work')

test.each(['full', 'locked', 'unreachable', 'missing'] as const)(
  'a store that is %s may take a write later, also when the error comes from its own thread',
  (kind) => {
    expect(storageProblem(fault(kind))?.kind).toBe(kind)
    expect(storageProblem(errorFrom(errorData(fault(kind))))?.kind).toBe(kind)
  },
)

test('there are words for those who wait and for those who waited in vain', () => {
  const problem = storageProblem(fault('full'))
  expect(problem && [problem.message, endWords(problem)]).toEqual([
    'The disk is full. This answer is kept in memory and stored as soon as there is room.',
    'The disk was full for too long, so the answer was ended here. Make room on it, then send again.',
  ])
})

test.each([
  ['a damaged database', fault('damaged')],
  ['one that may only be read', fault('read_only')],
  ['a write that breaks a rule', Object.assign(new Error('no'), { name: 'RefusedWriteError' })],
  ['something that is no error', 'SQLITE_FULL'],
])('%s is nothing that waiting mends', (_, thrown) => {
  expect(storageProblem(thrown)).toBeNull()
})
