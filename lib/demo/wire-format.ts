import type { Answer, Usage } from './answer.ts'
import type { RefusalFault } from './fault.ts'
import type { JsonObject } from './json.ts'
import type { Prompt } from './prompt.ts'

/** One provider's way to be asked and to answer. A further wire format is one more of these in `demo-fetch.ts`. */
export interface WireFormat {
  /** What the URL path of its requests ends with. */
  readonly path: string
  readonly requestIdHeader: string
  read(body: unknown, headers: Headers): Reading
  refusal(fault: RefusalFault, prompt: Prompt): Refusal
  errorBody(refusal: Refusal, requestId: string): JsonObject
  /** The answer in one piece. */
  body(answer: Answer, reply: Reply): JsonObject
  /** The answer as server-sent events. */
  frames(answer: Answer, reply: Reply): Iterable<Frame>
  /** An error after the status line has long gone out. */
  errorFrame(requestId: string): Frame
}

export type Reading = { readonly ok: true; readonly prompt: Prompt } | { readonly ok: false; readonly refusal: Refusal }

export interface Refusal {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly code?: string | null
  readonly param?: string | null
  readonly headers?: Record<string, string>
}

/** What an answer needs beside its content. */
export interface Reply {
  readonly prompt: Prompt
  readonly usage: Usage
  /** Seconds since 1970. */
  readonly created: number
  /** A new id with this prefix. */
  mint(prefix: string): string
}

/** One server-sent event, as text; `role` tells a fault where to strike. */
export interface Frame {
  readonly role: 'start' | 'delta' | 'end'
  readonly text: string
  /** How much there is to read in it; decides how long it takes. */
  readonly words: number
}
