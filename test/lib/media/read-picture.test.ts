import { expect, test } from 'vitest'
import { UnfitPictureError, unfit } from '#lib/media/read-picture.ts'

test('a machine that was too busy is no reason to refuse a picture for ever', () => {
  expect(unfit(new Error('timeout: 97% complete'))).toMatchObject({
    lasting: false,
    message: 'it takes too long to read',
  })
})

test('other reasons last, and keep their cause', () => {
  const cause = 'vips: no'
  expect(unfit(cause)).toMatchObject({ lasting: true, cause })
  const known = new UnfitPictureError('it is too odd')
  expect(unfit(known)).toBe(known)
})
