import { expect, test } from 'vitest'
import { relyingParty } from '#lib/people/relying-party.ts'

test.each([
  ['https://chat.example.org', 'chat.example.org'],
  ['https://chat.example.org:8443', 'chat.example.org'],
  ['http://localhost:3000', 'localhost'],
  ['http://metis.localhost:3000', 'metis.localhost'],
])('passkeys for %s are for %s', (url, id) => {
  expect(relyingParty(url)).toEqual({ id, origin: url })
})

test.each([null, 'http://chat.example.org', 'https://192.0.2.1', 'http://127.0.0.1:3000', 'https://[2001:db8::1]'])(
  'browsers have no passkeys for %s',
  (url) => {
    expect(relyingParty(url)).toBeNull()
  },
)
