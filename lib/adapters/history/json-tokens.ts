import type { JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import { opaquePictureTokens, type PictureCost } from './picture-tokens.ts'
import { textTokens } from './text-tokens.ts'

/**
 * Characters of encrypted content that a provider counts as one token. Seen in recorded requests that send it back:
 * OpenAI counts 8 to 14 of encrypted reasoning, Anthropic 3 of an encrypted search result, which holds a whole page. An
 * estimate that is too high asks for a larger model; one that is too low is refused in the middle of a conversation.
 */
export const REASONING_CHARACTERS = 6
const RESULT_CHARACTERS = 3

/** Encrypted, signed or a picture: nothing that could be read is that long without a blank. */
const OPAQUE = /^[\w+/=-]{100,}$/

/** Tokens of a block that goes back as its provider wrote it: what can be read counts as text, names and marks included. */
export function jsonTokens(value: JsonValue, cost: PictureCost): number {
  let opaque = 0
  const count = (each: JsonValue, characters: number): JsonValue => {
    if (typeof each === 'string') {
      if (!OPAQUE.test(each)) return each
      opaque += opaquePictureTokens(each, cost) ?? each.length / characters
      return ''
    }
    if (Array.isArray(each)) return each.map((item) => count(item, characters))
    if (!isJsonObject(each)) return each
    const own = isReasoning(each.type) ? REASONING_CHARACTERS : characters
    return Object.fromEntries(Object.entries(each).map(([field, item]) => [field, count(item, own)]))
  }
  const readable = count(value, RESULT_CHARACTERS)
  return opaque + textTokens(JSON.stringify(readable))
}

function isReasoning(type: JsonValue | undefined): boolean {
  return typeof type === 'string' && /reasoning|thinking/.test(type)
}
