/** Messages of llama.cpp and its kin with status 500: sent again they fail again. */
const PLAINLY_BAD = [
  // [json.exception.parse_error.101] parse error at line 1, column 10: syntax error while parsing value …
  // (316 is the server's own: its answer was not valid UTF-8.)
  /\[json\.exception\.(?!type_error\.316)/,
  // 'messages' is required / All non-assistant messages must contain 'content' / 'Input text' requires 'text'
  // Expected 'messages' to be an array / Assistant message must contain either 'content' or 'tool_calls'!
  /'[\w ]+' (is required|requires '\w+'|must be)|Expected '\w+' to be|must contain (either )?'\w+'/,
  // tools param requires --jinja flag / tool_choice param requires --jinja flag
  /requires? (the )?--\w[\w-]*/,
  // Either "json_schema" or "grammar" can be specified, but not both / Cannot use both json_schema and grammar
  /can be specified, but not both|Cannot use both/i,
  // top_logprobs requires logprobs to be set to true / logprobs is not supported with tools + stream
  /requires \w+ to be set|is not supported with \w+/i,
  // ik_llama.cpp does not support 'previous_response_id'. / This server does not support embeddings. Start it with …
  /does not support '\w+'|This server does not support/,
  // Cannot have 2 or more assistant messages at the end of the list.
  // Assistant response prefill is incompatible with enable_thinking.
  /assistant messages at the end of the list|prefill is incompatible/,
  // Invalid tool_choice: sometimes / Invalid image_url.url format: … / invalid type for "enable_thinking" (expected …)
  /Invalid (tool_choice|image_url)|invalid type for/,
  // Unable to generate parser for this template. Automatic parser generation failed: JSON schema conversion failed: …
  /JSON schema conversion failed|Unable to generate parser/,
  // image input is not supported - hint: if this is unexpected, you may need to provide the mmproj
  /(image|audio) input is not supported/,
  // Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...
  /Jinja Exception|roles must alternate/i,
  // Only one completion choice is allowed
  /Only one completion choice is allowed/,
  // Failed to parse … / Failed to tokenize prompt / Cannot use custom grammar constraints with tools. …
  /Failed to (parse|tokenize)|Cannot use (custom )?grammar|Unsupported (param|content)/i,
]

/** Whether the words blame the request, whatever the status says (wire-rule 123). */
export function speaksOfBadRequest(text: string): boolean {
  return PLAINLY_BAD.some((pattern) => pattern.test(text))
}
