import type { ContentBlock } from '../canonical/block.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { ToolDefinition } from '../canonical/tool.ts'

/** What came of a run. `problem` is written for the model: a sentence that says what to do differently. */
export type ToolOutcome =
  | { readonly ok: true; readonly content: ContentBlock[] }
  | { readonly ok: false; readonly problem: string }

export interface Tool {
  readonly definition: ToolDefinition
  /** The input fits `definition.input_schema`. An expected failure is returned; a throw is a bug of the tool. */
  run(input: JsonObject, context: { readonly signal: AbortSignal }): Promise<ToolOutcome>
}
