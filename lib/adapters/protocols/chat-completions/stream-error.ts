import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { isText } from '../../answer/wire-text.ts'
import { WireError } from '../../protocol.ts'

/** What a host says in place of, or in the middle of, an answer; null where it is none of the shapes that errors have. */
export function errorIn(body: JsonObject): WireError | null {
  const isError =
    isText(body.error) ||
    (isJsonObject(body.error) && Object.keys(body.error).length > 0) ||
    body.object === 'error' ||
    // FastAPI and its like: {"detail": …}; gateways: {"message": …, "type": …}.
    (body.choices === undefined && (isText(body.detail) || Array.isArray(body.detail) || isText(body.message)))
  if (isError) return wireError(body)
  // Groq, when an answer breaks off: {"choices": […], "x_groq": {"error": "over_capacity"}}.
  return isJsonObject(body.x_groq) && isText(body.x_groq.error) ? wireError({ error: body.x_groq.error }) : null
}

/** The error of one choice: OpenRouter and others put it there, or say no more than `finish_reason: "error"`. */
export function errorInChoice(choice: JsonObject): WireError | null {
  if (isText(choice.error) || (isJsonObject(choice.error) && Object.keys(choice.error).length > 0)) {
    return wireError({ error: choice.error })
  }
  const word = choice.finish_reason
  return isText(word) && BROKEN_OFF.has(word)
    ? wireError({
        error: { message: `the provider broke off the answer (finish_reason "${word}")`, type: 'server_error' },
      })
    : null
}

/** DeepSeek says `insufficient_system_resource`, vLLM and SGLang `abort`. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['error', 'insufficient_system_resource', 'abort'])

function wireError(body: JsonObject): WireError {
  const text = JSON.stringify(body)
  return new WireError('the provider reported an error inside its answer', { status: null, body, text })
}

export function unreadable(text: string): WireError {
  return new WireError('a piece of the answer is not JSON', { status: null, body: null, text })
}
