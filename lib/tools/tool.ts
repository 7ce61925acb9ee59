import type { ContentBlock } from '../canonical/block.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { ToolDefinition } from '../canonical/tool.ts'

/** What came of a run. `problem` is written for the model: a sentence that says what to do differently. */
export type ToolOutcome =
  | { readonly ok: true; readonly content: ContentBlock[] }
  | { readonly ok: false; readonly problem: string }

export interface Question {
  readonly text: string
  /** What there is to choose from; without it the answer is free text. */
  readonly choices?: readonly string[]
}

/** A tool has to have a way on without an answer: it says in its outcome what it would have needed. */
export type PersonsAnswer =
  | { readonly answered: true; readonly text: string }
  | { readonly answered: false; readonly reason: 'not_available' }

/** What a tool may use while it runs. */
export interface ToolContext {
  readonly session_id: string
  /** Aborts when the turn is cancelled: the outcome is not waited for any longer. */
  readonly signal: AbortSignal
  /** The folder of the session, made when it is first asked for; it stays until the session is deleted. */
  workspace(): Promise<string>
  /** Words, or the part of the whole that is done (0 to 1), for whoever watches: shown a few times a second, stored nowhere. */
  report(progress: string | number): void
  /** Asks the person whose turn it is. Nobody can be asked yet: the answer is `not_available`, at once. */
  ask(question: Question): Promise<PersonsAnswer>
}

export interface Tool {
  readonly definition: ToolDefinition
  /** The input fits `definition.input_schema`. An expected failure is returned; a throw is a bug of the tool. */
  run(input: JsonObject, context: ToolContext): Promise<ToolOutcome>
}
