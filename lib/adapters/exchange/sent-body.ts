import { createHash } from 'node:crypto'
import type { SentBody } from '../../canonical/exchange-record.ts'
import type { JsonObject } from '../../canonical/json.ts'

/** What grows with every message: where all else is the same and the whole is not, it is this. */
const CONVERSATION: ReadonlySet<string> = new Set(['messages', 'input'])

/** Enough to tell two values of a field apart. */
const DIGITS = 16

/** `text` is the body as it goes out. */
export function sentBody(body: JsonObject, text: string): SentBody {
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const json = CONVERSATION.has(name) ? undefined : JSON.stringify(value)
    return json === undefined ? [] : [[name, sha256(json).slice(0, DIGITS)] as const]
  })
  return { sha256: sha256(text), bytes: Buffer.byteLength(text), fields: Object.fromEntries(fields) }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
