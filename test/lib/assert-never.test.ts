import { expect, test } from 'vitest'
import { assertNever } from '#lib/assert-never.ts'

test('a variant that no case handles is thrown with its value', () => {
  expect(() => assertNever({ type: 'novel' } as never)).toThrow('Unhandled variant: {"type":"novel"}')
})
