import { createHash, randomBytes } from 'node:crypto'

/** What a cookie or a link holds: 256 random bits, as 43 characters that an address and a header can carry. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** As it is stored. It needs no salt: nobody guesses 256 bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
