import type { ErrorClass } from '../../canonical/error.ts'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import { isText } from '../answer/wire-text.ts'
import type { Classification, WireFailure } from '../protocol.ts'
import { forbiddenClass, statusOf } from './errors.ts'

/** `error.code` and `error.type` as hosts say them, lower case. Codes are asked before types: they say more. */
const CLASSES: Readonly<Record<string, ErrorClass>> = {
  // OpenAI. The first is about an over-long field, not about the context (wire-rule 106).
  string_above_max_length: 'invalid_request',
  array_above_max_length: 'invalid_request',
  context_length_exceeded: 'context_overflow',
  rate_limit_exceeded: 'rate_limit',
  slow_down: 'rate_limit',
  insufficient_quota: 'billing',
  billing_hard_limit_reached: 'billing',
  billing_not_active: 'billing',
  invalid_api_key: 'auth',
  invalid_authentication: 'auth',
  account_deactivated: 'auth',
  model_not_found: 'not_found',
  content_policy_violation: 'content_filter',
  moderation_blocked: 'content_filter',
  // Responses: Invalid prompt: your prompt was flagged as potentially violating our usage policy.
  invalid_prompt: 'content_filter',
  image_content_policy_violation: 'content_filter',
  cyber_policy: 'content_filter',
  invalid_image: 'invalid_request',
  invalid_image_format: 'invalid_request',
  invalid_base64_image: 'invalid_request',
  invalid_image_url: 'invalid_request',
  image_too_large: 'invalid_request',
  image_parse_error: 'invalid_request',
  failed_to_download_image: 'invalid_request',
  vector_store_timeout: 'server_error',
  server_error: 'server_error',
  // Azure
  deploymentnotfound: 'not_found',
  content_filter: 'content_filter',
  responsibleaipolicyviolation: 'content_filter',
  ratelimitreached: 'rate_limit',
  // DeepSeek, Groq, Mistral, vLLM, llama.cpp and those that borrow Anthropic's words
  authentication_error: 'auth',
  unauthorized: 'auth',
  insufficient_balance: 'billing',
  billing_error: 'billing',
  exceed_context_size_error: 'context_overflow',
  // Perplexity
  too_many_prompt_tokens: 'context_overflow',
  rate_limit_error: 'rate_limit',
  rate_limited: 'rate_limit',
  too_many_requests: 'rate_limit',
  overloaded_error: 'rate_limit',
  engine_overloaded_error: 'rate_limit',
  model_not_exist: 'not_found',
  invalid_model: 'not_found',
  not_found_error: 'not_found',
  notfounderror: 'not_found',
  data_inspection_failed: 'content_filter',
  tool_use_failed: 'invalid_request',
  unavailable_error: 'server_error',
  internal_server_error: 'server_error',
  internalservererror: 'server_error',
  service_unavailable: 'server_error',
  api_error: 'server_error',
  timeout_error: 'network',
}

/** What the status 403 says, and as little as it. */
const FORBIDDEN: readonly string[] = ['permission_error', 'permission_denied']

/** xAI with status 400: Incorrect API key provided. You can obtain an API key from https://console.x.ai. */
const KEY_REFUSED = /(incorrect|invalid) api key/i

/** Says only what the status says already; it counts where there is no status. */
const VAGUE: Readonly<Record<string, ErrorClass>> = {
  invalid_request_error: 'invalid_request',
  badrequesterror: 'invalid_request',
  validation_error: 'invalid_request',
}

/**
 * Reads the error body of OpenAI, `{error: {type, code, message}}`, and what compatible hosts put in its place: codes that
 * are numbers, `{error: "text"}`, `{object: "error", message}`, `{detail}`.
 */
export function classify(failure: WireFailure): Classification {
  const { body } = failure
  const status = statusOf(failure)
  if (body === null) return status === null ? { error_class: 'server_error' } : {}
  const error = isJsonObject(body.error) ? body.error : body
  const words = [innerCode(error), error.code, error.type, body.type].filter(isText).map((word) => word.toLowerCase())
  const message = messageOf(body, error)
  return {
    error_class:
      firstOf(CLASSES, words) ??
      (isText(message) && KEY_REFUSED.test(message) ? 'auth' : undefined) ??
      (words.some((word) => FORBIDDEN.includes(word)) ? forbiddenClass(message ?? '') : undefined) ??
      (status === null ? (firstOf(VAGUE, words) ?? 'server_error') : undefined),
    message,
  }
}

function firstOf(classes: Readonly<Record<string, ErrorClass>>, words: readonly string[]): ErrorClass | undefined {
  const word = words.find((each) => Object.hasOwn(classes, each))
  return word === undefined ? undefined : classes[word]
}

/** Azure: {error: {code: "content_filter", innererror: {code: "ResponsibleAIPolicyViolation", …}}} */
function innerCode(error: JsonObject): JsonValue | undefined {
  return isJsonObject(error.innererror) ? error.innererror.code : undefined
}

/** What of the conversation is at fault may stand beside the words: {message: "Invalid image.", param: "messages[2].content[1]"}. */
const SAID = /^(messages|input)\b/

/** OpenRouter keeps the upstream's own words apart: {message: "Provider returned error", metadata: {raw}}. */
function messageOf(body: JsonObject, error: JsonObject): string | undefined {
  const words = [error.message, body.error, body.message, body.detail].find(isText)
  const place = isText(error.param) && SAID.test(error.param) && !words?.includes(error.param) ? error.param : null
  const own = words !== undefined && place !== null ? `${words} (${place})` : words
  const upstream = isJsonObject(error.metadata) ? error.metadata.raw : undefined
  if (isText(upstream)) return own === undefined ? upstream : `${own}: ${upstream}`
  return own
}
