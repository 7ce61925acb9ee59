import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from '#lib/provider-setup/seal.ts'

const KEY = 'sk-ant-api03-0123456789abcdef-WXYZ'
const SECRET = randomBytes(32)
const HERE = { provider: 'anthropic', base_url: null }

test('what was sealed comes back, and is in no part of what is stored', () => {
  const sealed = seal(KEY, HERE, SECRET)
  expect(unseal(sealed, HERE, SECRET)).toBe(KEY)
  expect(sealed).toMatchObject({ version: 1, hint: 'WXYZ' })
  expect(Buffer.from(sealed.ciphertext, 'base64').includes(KEY.slice(0, 8))).toBe(false)
})

test('the same key is never sealed the same way twice', () => {
  const [one, two] = [seal(KEY, HERE, SECRET), seal(KEY, HERE, SECRET)]
  expect(one.nonce).not.toBe(two.nonce)
  expect(one.ciphertext).not.toBe(two.ciphertext)
})

test.each([
  ['another provider', { provider: 'openai', base_url: null }],
  ['another address', { provider: 'anthropic', base_url: 'http://127.0.0.1:1' }],
])('in the row of %s it cannot be read', (_, place) => {
  expect(unseal(seal(KEY, HERE, SECRET), place, SECRET)).toBeNull()
})

test('under another secret, changed, cut or of a later version it cannot be read, and nothing breaks', () => {
  const sealed = seal(KEY, HERE, SECRET)
  const bytes = Buffer.from(sealed.ciphertext, 'base64')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  expect(unseal(sealed, HERE, randomBytes(32))).toBeNull()
  for (const change of [
    { ciphertext: bytes.toString('base64') },
    { ciphertext: '' },
    { ciphertext: sealed.ciphertext.slice(0, 12) },
    { nonce: '' },
    { nonce: randomBytes(12).toString('base64') },
    { version: 2 },
  ]) {
    expect(unseal({ ...sealed, ...change }, HERE, SECRET)).toBeNull()
  }
})

test('of a short key not even the last four characters are shown', () => {
  expect(seal('local-key', HERE, SECRET).hint).toBe('')
})
