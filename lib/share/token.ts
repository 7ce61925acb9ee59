import { createHmac, randomBytes } from 'node:crypto'

/** 128 random bits, of which with the secret of the installation a token is made. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

const TOKEN_BYTES = 24

/** What stands in the link, 32 characters: always the same, so that it can be shown again and need not be kept. */
export function shareToken(secret: Uint8Array, nonce: string): string {
  return hmac(secret, 'share', nonce).subarray(0, TOKEN_BYTES).toString('base64url')
}

/** What a browser keeps that has said the password: another password makes it worthless. */
export function passwordProof(secret: Uint8Array, shareId: string, password: string): string {
  return hmac(secret, 'share password', shareId, password).toString('base64url')
}

/** Without the purpose first, what is made for one could pass for another. */
function hmac(secret: Uint8Array, ...said: string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(said)).digest()
}
