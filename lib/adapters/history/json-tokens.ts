import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import { opaquePictureTokens, type PictureCost } from './picture-tokens.ts'
import { textTokens } from './text-tokens.ts'

/**
 * Characters of encrypted content that a provider counts as one token. Seen in recorded answers beside the tokens of their
 * reasoning, and in requests that send it back: OpenAI seals one token in 5.8 characters and has some 1,050 around them,
 * xAI 5.3 to 6.2 with nothing around; Anthropic counts 3 of an encrypted search result, which holds a whole page. An estimate
 * that is too high asks for a larger model; one that is too low is refused in the middle of a conversation.
 */
const REASONING_CHARACTERS = 6
const SEAL_CHARACTERS = 1_050
const RESULT_CHARACTERS = 3

/** Encrypted, signed or a picture: nothing that could be read is that long without a blank. */
const OPAQUE = /^[\w+/=-]{100,}$/

/** The seal of OpenAI: Fernet, whose first byte is its version. */
const SEALED = /^gAAAA/

/** Names by which a provider finds something again, and no model reads. */
const IDS: ReadonlySet<string> = new Set(['id', 'call_id', 'tool_use_id', 'tool_call_id'])

/** Tokens of a block that goes back as its provider wrote it: what can be read counts as text, names and marks included. */
export function jsonTokens(value: JsonValue, cost: PictureCost): number {
  let opaque = 0
  const count = (each: JsonValue): JsonValue => {
    if (typeof each === 'string') {
      if (!OPAQUE.test(each)) return each
      opaque += opaquePictureTokens(each, cost) ?? each.length / RESULT_CHARACTERS
      return ''
    }
    if (Array.isArray(each)) return each.map(count)
    if (!isJsonObject(each)) return each
    if (isReasoning(each.type)) {
      opaque += reasoningTokens(each)
      return ''
    }
    const read = Object.entries(each).filter(([field]) => !IDS.has(field))
    return Object.fromEntries(read.map(([field, item]) => [field, count(item)]))
  }
  const readable = count(value)
  return opaque + textTokens(JSON.stringify(readable))
}

/** Of what is sealed; what stands beside it is for people. */
function reasoningTokens({ encrypted_content, data }: JsonObject): number {
  return [encrypted_content, data].reduce<number>(
    (sum, each) => sum + (typeof each === 'string' ? sealedTokens(each) : 0),
    0,
  )
}

export function sealedTokens(sealed: string): number {
  const held = SEALED.test(sealed) ? Math.max(0, sealed.length - SEAL_CHARACTERS) : sealed.length
  return held / REASONING_CHARACTERS
}

function isReasoning(type: JsonValue | undefined): boolean {
  return typeof type === 'string' && /reasoning|thinking/.test(type)
}
