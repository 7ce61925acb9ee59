import { createHash } from 'node:crypto'

/** Vouches for a thought and for the model that had it; neither may change on the way back. */
export function signatureOf(thinking: string, model: string): string {
  return createHash('sha512').update(`demo thought\0${model}\0${thinking}`).digest('base64')
}

export function isSigned({ thinking, signature }: { thinking: string; signature: string }, model: string): boolean {
  return signature === signatureOf(thinking, model)
}

/** A thought that only the demo could read, were there anything in it. */
export function redactedData(text: string, model: string): string {
  const body = Buffer.from(text).toString('base64url')
  return `demo.${body}.${signatureOf(body, model)}`
}

export function isOwnRedacted(data: string, model: string): boolean {
  const [kind, body, signature] = data.split('.')
  return kind === 'demo' && body !== undefined && signature === signatureOf(body, model)
}
