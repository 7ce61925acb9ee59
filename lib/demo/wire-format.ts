import type { AnswerFormat } from '../answer-encoders/answer.ts'
import type { RefusalFault } from './fault.ts'
import type { JsonObject } from './json.ts'
import type { Prompt } from './prompt.ts'

/** One provider's way to be asked and to answer. A further wire format is one more of these in `demo-fetch.ts`. */
export interface WireFormat {
  /** What the URL path of its requests ends with. */
  readonly path: string
  readonly request_id_header: string
  /** What its ids of calls begin with. */
  readonly call_id: string
  /** The token that goes with a thought, to be checked when it comes back. */
  readonly vouch: (thought: string, model: string) => string
  readonly answers: AnswerFormat
  read(body: unknown, headers: Headers): Reading
  refusal(fault: RefusalFault, prompt: Prompt): Refusal
  errorBody(refusal: Refusal, requestId: string): JsonObject
  /** An error after the status line has long gone out. */
  errorEvent(requestId: string, model: string): string
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

/** One event of a streamed answer, as text; `role` tells a fault where to strike. */
export interface Frame {
  readonly role: 'start' | 'delta' | 'end'
  readonly text: string
  /** How much there is to read in it; decides how long it takes. */
  readonly words: number
}
