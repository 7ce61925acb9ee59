/** What an answer says, read from its raw body by code that shares nothing with the adapters. */
export interface Expectation {
  blocks: ExpectedBlock[]
  stop_reason: string
  /** Null where the wire gave no figures. */
  usage: { input: number; output: number; cached: number; written: number } | null
  /** The answer broke off, or held an error: what came before it stands in `blocks`. */
  failed: boolean
}

export type ExpectedBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string; signature: string | undefined }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; provider_id: string | null; name: string; json: string }
  | { type: 'hosted_tool'; name: string; status: string }

// biome-ignore lint/suspicious/noExplicitAny: a recorded body may hold anything; a wrong guess fails the test that reads it.
export type Loose = any

/** The `data` of each event, by the plainest reading of the format. */
export function sseData(body: string): string[] {
  return body
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((frame) =>
      frame
        .split(/\r\n|\n|\r/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n'),
    )
    .filter((data) => data !== '')
}

/** Arguments compare by value where they are JSON, else letter by letter; blanks and `null` say that there are none. */
export function normaliseJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text.trim() === '' ? '{}' : text) ?? {})
  } catch {
    return text
  }
}
