import type { Budgets } from '../budgets/budgets.ts'
import { isBlockOf, textOf } from '../canonical/block.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Principal } from '../principal.ts'
import { shortened } from '../shortened.ts'
import type { Store } from '../store/store.ts'
import { askOnce, callsBeside } from './ask-once.ts'
import type { Attempt, Invoked } from './invoke.ts'

export interface TrialDeps {
  store: Pick<Store, 'keepCalls'>
  budgets: Pick<Budgets, 'hold'>
  models: ModelDirectory
  policy: Policy
  /** Microseconds. */
  clock: () => number
}

export interface AskedTrial {
  model: AvailableModel
  /** Whether it is to call a tool, in the place of words. */
  calls_tool: boolean
  signal: AbortSignal
}

/** What a call has shown. */
export interface ModelTrial extends Pick<Invoked, 'complete' | 'error' | 'attempt'> {
  /** What it said, cut short. */
  text: string
  /** Null where no tool was offered. */
  called_tool: boolean | null
}

/** Room for a word, and for the least that a model thinks before it. */
const MOST_TOKENS = 512
const MOST_SHOWN = 300

const WORD = 'ready'
const ASKED = `This tests whether you can be reached. Answer with one word: ${WORD}`
const ASKED_TO_CALL = `This tests whether you can call tools. Call the tool note with the word: ${WORD}`

const NOTE: ToolDefinition = {
  name: 'note',
  description: 'Notes one word.',
  input_schema: {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  },
  side_effects: 'none',
  requires_workspace: false,
}

/**
 * Asks a model for one word, or for one call of a tool: a call like any other, held by the budgets, billed and counted, that
 * is no part of a chat. What is said is the same each time, and nobody's. Throws a `BudgetSpentError`.
 */
export async function tryModel(
  { store, clock, ...deps }: TrialDeps,
  principal: Principal,
  { model, calls_tool, signal }: AskedTrial,
): Promise<ModelTrial> {
  const keep = (attempts: readonly Attempt[]) => store.keepCalls(callsBeside(null, principal, attempts))
  const release = deps.models.hold()
  try {
    const { complete, error, attempt } = await askOnce(
      {
        principal,
        session_id: null,
        turn_id: null,
        model,
        content: [{ type: 'text', text: calls_tool ? ASKED_TO_CALL : ASKED }],
        ...(calls_tool && { tool: NOTE }),
        max_output_tokens: MOST_TOKENS,
        signal,
        sendable: async (request) => request,
      },
      { ...deps, timestamp: () => formatTimestamp(clock()), store: keep },
    )
    await keep([attempt])
    const { final_content } = complete
    const called = final_content.filter(isBlockOf('tool_use')).some(({ name }) => name === NOTE.name)
    const text = error ? '' : shortened(textOf(final_content).trim(), MOST_SHOWN)
    return { complete, error, attempt, text, called_tool: calls_tool ? called : null }
  } finally {
    release()
  }
}
