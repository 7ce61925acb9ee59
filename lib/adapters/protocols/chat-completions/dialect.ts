import { isJsonObject, type JsonObject } from '../../../canonical/json.ts'

/**
 * How one host speaks Chat Completions. All of it is data, and what OpenAI does is the default. What depends on the
 * model (`max_tokens_field`, `system_role`, `sampling`, `reasoning_efforts`, `extra_body`) comes with `Target.options` and wins.
 */
export interface ChatDialect {
  /** Some hosts know the older name only (wire-rule 64). */
  max_tokens_field: 'max_completion_tokens' | 'max_tokens'
  /** `user` for hosts whose templates take no system message: the prompt goes as marked user text (wire-rule 65). */
  system_role: 'system' | 'developer' | 'user'
  /** Whether the host must be asked for usage, and takes the question (wire-rule 66). */
  stream_options: boolean
  /** What a tool call id may look like (wire-rules 13 and 16). */
  tool_id: 'at_most_40' | 'nine_alphanumerics'
  /** The host's word for "some tool must be called" (wire-rule 71). */
  required_tool: 'required' | 'any'
  /** The field in which a host wants its own reasoning text back (wire-rule 73). */
  reasoning_echo: 'reasoning_content' | 'reasoning' | null
  /** On which turns: on those with calls, or on all that the assistant had while there are tools (wire-rule 171). */
  reasoning_echo_on: 'calls' | 'all_beside_tools'
  /** Stands there for reasoning that is not there: another model made the answer, or it was stopped. */
  reasoning_echo_blank: '' | ' '
  /** How an answer in JSON by a schema is asked for: by the schema, or as any JSON with the schema put in words. */
  structured_output: 'json_schema' | 'json_object'
  /** Whether a picture may be given as a URL; base64 is taken by all that take pictures. */
  image_urls: boolean
  /** The part that holds a document, where the host takes any. */
  document_part: 'file' | 'document_url'
  /** The host wants an assistant message between tool results and what the user says next (wire-rule 74). */
  assistant_after_tools: boolean
  /** The host wants the tool's name on its result (wire-rule 74). */
  tool_result_name: boolean
  /** Whether `prompt_tokens` contains what was read from and written to a cache (wire-rule 67). */
  prompt_includes_cached: boolean
  /** Whether `completion_tokens` contains reasoning, for a host that gives no `total_tokens` to tell it by. */
  completion_includes_reasoning: boolean
  /**
   * How a call goes back whose arguments are not JSON: inside an object, or as it came to a host that is known to take
   * that. Those that parse the arguments of the history (llama.cpp, vLLM, SGLang, upstreams of OpenRouter) refuse the whole
   * conversation for such a call (wire-rule 126).
   */
  invalid_arguments: 'verbatim' | 'in_object'
  /** Fields at the top of an answer that are kept in `provider_raw`, and such of its usage. */
  kept_of_body: readonly string[]
  kept_of_usage: readonly string[]
  /** Fields added to every request. */
  extra_body: JsonObject
}

export const OPENAI_DIALECT: ChatDialect = {
  max_tokens_field: 'max_completion_tokens',
  system_role: 'system',
  stream_options: true,
  tool_id: 'at_most_40',
  required_tool: 'required',
  reasoning_echo: null,
  reasoning_echo_on: 'calls',
  // Kimi takes an empty text for a missing one.
  reasoning_echo_blank: ' ',
  structured_output: 'json_schema',
  image_urls: true,
  document_part: 'file',
  assistant_after_tools: false,
  tool_result_name: false,
  prompt_includes_cached: true,
  completion_includes_reasoning: true,
  invalid_arguments: 'in_object',
  kept_of_body: [],
  kept_of_usage: [],
  extra_body: {},
}

/** The dialect with what the catalog or the installation says of one model; a value of the wrong kind is passed over. */
export function modelDialect(dialect: ChatDialect, options: Readonly<Record<string, unknown>>): ChatDialect {
  const { max_tokens_field, system_role, invalid_arguments, extra_body } = options
  return {
    ...dialect,
    ...(isJsonObject(extra_body) ? { extra_body: { ...dialect.extra_body, ...extra_body } } : {}),
    ...(max_tokens_field === 'max_tokens' || max_tokens_field === 'max_completion_tokens' ? { max_tokens_field } : {}),
    ...(system_role === 'system' || system_role === 'developer' || system_role === 'user' ? { system_role } : {}),
    ...(invalid_arguments === 'verbatim' || invalid_arguments === 'in_object' ? { invalid_arguments } : {}),
  }
}

/** Whether reasoning goes back with an answer as the words that it was. */
export function echoesReasoning(
  { reasoning_echo, reasoning_echo_on }: ChatDialect,
  { hasCalls, hasTools }: { hasCalls: boolean; hasTools: boolean },
): boolean {
  return reasoning_echo !== null && (hasCalls || (reasoning_echo_on === 'all_beside_tools' && hasTools))
}
