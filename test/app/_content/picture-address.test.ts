import { expect, test } from 'vitest'
import { pictureAddress } from '#app/_content/picture-address.ts'

test.each([
  ['https://example.com/a/cat.png', 'https://example.com/a/cat.png'],
  [' http://example.com/cat.JPEG?size=2 ', 'http://example.com/cat.JPEG?size=2'],
  ['https://example.com/cat', null],
  ['https://example.com/cat.png is nice', null],
  ['file:///tmp/cat.png', null],
  ['cat.png', null],
  ['', null],
])('%j is the address %j', (text, address) => {
  expect(pictureAddress(text)).toBe(address)
})
