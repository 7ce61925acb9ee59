import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SealedKey } from '../store/key-store.ts'

/** Of this way of sealing: a later one gets another number, and keys that were sealed before stay readable. */
const VERSION = 1
const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Of a shorter key, four characters would say too much. */
const SHORTEST_WITH_HINT = 16

/** Where a key belongs: it cannot be read in the row of another provider, or with another address beside it. */
export interface Place {
  provider: string
  base_url: string | null
}

export function seal(key: string, place: Place, secret: Uint8Array): SealedKey {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, secret, nonce)
  cipher.setAAD(boundTo(place))
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    ciphertext: sealed.toString('base64'),
    nonce: nonce.toString('base64'),
    version: VERSION,
    hint: hintOf(key),
  }
}

/** By which people tell one key from another. */
export function hintOf(key: string): string {
  return key.length < SHORTEST_WITH_HINT ? '' : key.slice(-4)
}

/** `null` where it was sealed under another secret, for another place, or is damaged. */
export function unseal(sealed: SealedKey, place: Place, secret: Uint8Array): string | null {
  const bytes = Buffer.from(sealed.ciphertext, 'base64')
  const nonce = Buffer.from(sealed.nonce, 'base64')
  if (sealed.version !== VERSION || nonce.length !== NONCE_BYTES || bytes.length < TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, secret, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(place))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const start = decipher.update(bytes.subarray(0, -TAG_BYTES))
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch {
    // The tag does not fit: there is nothing more to know.
    return null
  }
}

function boundTo({ provider, base_url }: Place): Uint8Array {
  return Buffer.from(JSON.stringify([provider, base_url]))
}
