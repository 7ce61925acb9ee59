/** Says that a field is too long, not the conversation: an over-long tool id was taken for an overflow (wire-rule 106). */
const NOT_OVERFLOW = [
  // OpenAI: Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40 …
  /string too long/i,
  /string_above_max_length/,
  // A rate limit that counts tokens: Request too large for gpt-4o … on tokens per min (TPM): Limit 30000, Requested 40000
  /tokens per (min|day)|\bTP[MD]\b/i,
  /rate limit/i,
]

/** Each with the message it was seen in (wire-rule 105). */
const OVERFLOW = [
  // Anthropic: prompt is too long: 3333404 tokens > 200000 maximum
  // Ollama: prompt too long; exceeded max context length by 1119046 tokens
  /prompt (is )?too long/i,
  // Anthropic: input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length …
  /exceeds? (the |your )?(maximum |max |available |model'?s? )*context/i,
  // llama.cpp: the request exceeds the available context size, try increasing it
  /exceeds the available context size/i,
  /exceed_context_size_error/,
  // llama.cpp, when the context fills in mid-stream: Context size has been exceeded.
  /context (size|length|window|limit) (has been |was |is )?exceeded/i,
  // ik_llama.cpp: Input prompt is too big compared to KV size. Please try increasing KV size.
  /prompt is too (big|large|long)|too big compared to KV size/i,
  // OpenAI: This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.
  // OpenRouter: This endpoint's maximum context length is 163840 tokens. However, you requested about …
  /maximum context length/i,
  // OpenAI Responses: Your input exceeds the context window of this model.
  /context[ _](length|window)[ _]exceeded/i,
  // Groq: Please reduce the length of the messages or completion.
  /reduce the length of (the|your) (messages|prompt|input)/i,
  // LM Studio: Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with …
  /context (the )?overflows/i,
  // Mistral: Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length
  /too large for model with \d+/i,
  // Google through a compatible endpoint: The input token count (1200000) exceeds the maximum number of tokens allowed
  /token count.{0,40}exceeds/i,
  // xAI: This model's maximum prompt length is 131072 but the request contains 537812 tokens.
  /maximum prompt length/i,
  // Bedrock: Input is too long for requested model.
  /input is too long/i,
  // Anthropic, 413: tokens exceeds / too many tokens
  // Perplexity: The total length of all messages is too long. (type too_many_prompt_tokens)
  /too[ _]many[ _]((input|prompt)[ _])?tokens|tokens? exceeds?/i,
  /total length of (all )?(the )?(messages|prompt|input) is too long/i,
  // z.ai: Prompt exceeds max length
  /prompt exceeds (the )?max(imum)? length/i,
]

/** Whether a provider's words say that the conversation does not fit into the model's context. */
export function speaksOfOverflow(text: string): boolean {
  return !NOT_OVERFLOW.some((pattern) => pattern.test(text)) && OVERFLOW.some((pattern) => pattern.test(text))
}
