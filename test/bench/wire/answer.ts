/** How one format says an answer; each string is one event as it goes over the wire. */
export interface WireAnswer {
  head: string[]
  /** `at` is how many came before, where their events are numbered. */
  text: (piece: string, at?: number) => string
  /** The one tool call, from its start to its end, after a text. */
  call: (fragments: string[], text: string) => string[]
  /** `input` is null where the answer is text alone. */
  tail: (whole: { text: string; input: string | null }) => string[]
}

export const CALL = { id: 'call_bench_0001', name: 'write_file' }

/** What the call's argument is named. */
export const ARGUMENT = 'text'
