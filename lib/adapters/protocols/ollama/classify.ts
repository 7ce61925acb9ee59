import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { isText } from '../../answer/wire-text.ts'
import type { Classification, WireFailure } from '../../protocol.ts'

/** model 'qwen3:8b' not found · model "qwen3:8b" not found, try pulling it first */
const NOT_PULLED = /^model ['"]([^'"]+)['"] not found/

/** Words of the server that its status does not say, or says wrongly. */
const WORDS: readonly [RegExp, Classification['error_class']][] = [
  [NOT_PULLED, 'not_found'],
  // registry.ollama.ai/library/gemma:2b does not support tools · … does not support thinking
  [/does not support (tools|thinking|chat|images?|vision)/, 'invalid_request'],
  // think value "high" is not supported for this model · invalid think value: …
  [/think value/, 'invalid_request'],
  // failed to parse JSON schema · failed to create grammar: invalid JSON schema in format
  [/invalid (JSON schema|format)|failed to (parse|create) (JSON schema|grammar)/i, 'invalid_request'],
]

/** `{error: "words"}`; gateways in front of it say `{error: {message}}`. A model that is missing can be pulled, and it says how. */
export function classify({ body }: WireFailure): Classification {
  const words = wordsOf(body)
  if (words === undefined) return {}
  const model = NOT_PULLED.exec(words)?.[1]
  return {
    error_class: WORDS.find(([pattern]) => pattern.test(words))?.[1],
    message: model === undefined ? words : `${words} (it is not on this server yet: run "ollama pull ${model}")`,
  }
}

function wordsOf(body: JsonObject | null): string | undefined {
  const error = body?.error
  if (isText(error)) return error
  return isJsonObject(error) && isText(error.message) ? error.message : undefined
}
