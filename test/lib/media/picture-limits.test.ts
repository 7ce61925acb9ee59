import { expect, test } from 'vitest'
import { base64Length, pictureLimits } from '#lib/media/picture-limits.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { ALL_CAPABILITIES } from '#test/support/message-builder.ts'

test('a model that takes no pictures has no limits for them', () => {
  expect(pictureLimits({ ...ALL_CAPABILITIES, supports_images: false })).toBeNull()
})

test('a model of which nothing is known gets what every one takes', () => {
  const limits = pictureLimits({ ...ALL_CAPABILITIES, accepted_image_media_types: [] })
  expect(limits).toMatchObject({ media_types: ['image/png', 'image/jpeg'], takes_animation: false })
})

test('the catalog says what its models take', () => {
  expect(pictureLimits(capabilitiesOf('anthropic:claude-sonnet-4-6'))).toMatchObject({ max_base64_bytes: 5_242_880 })
  expect(pictureLimits(capabilitiesOf('openai:gpt-5'))).toMatchObject({ max_side_pixels: 2_048 })
})

test.each([0, 1, 2, 3, 4, 1_000])('%i bytes have the length that they have as base64', (length) => {
  expect(base64Length(length)).toBe(Buffer.alloc(length).toString('base64').length)
})
