import { nearestEffort } from '../canonical/effort-order.ts'
import type { ProjectionRecord } from '../canonical/projection.ts'
import type { SessionSettings, TurnDemands } from '../canonical/session-settings.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { createRegistry, type ToolRegistry } from '../tools/registry.ts'
import type { ToolQuestion, ToolSource } from '../tools/source.ts'
import { toolsOfTurn } from '../tools/turn-tools.ts'
import type { TurnDeps } from './turn.ts'
import { InvalidContentError } from './turn-error.ts'

/** What becomes of settings at one model. */
export interface FittedSettings {
  /** As that model takes them. */
  settings: SessionSettings
  /** What is left out or put in another way, and why. */
  changes: Pick<ProjectionRecord, 'block_type' | 'action' | 'reason'>[]
}

/**
 * Settings belong to a session, whichever model answers in it: what this one cannot do is left out, and said. An effort that
 * it does not know becomes the next one above.
 */
export function fitSettings(wanted: SessionSettings, model: AvailableModel): FittedSettings {
  const { reasoning_effort: effort, temperature, max_output_tokens: most, ...rest } = wanted
  const changes: FittedSettings['changes'] = []
  const settings: SessionSettings = { ...rest }
  if (effort !== undefined) {
    const nearest = nearestEffort(effort, model.efforts)
    if (nearest !== null) settings.reasoning_effort = nearest
    if (nearest !== effort) changes.push(changedEffort(effort, nearest))
  }
  if (temperature !== undefined) {
    if (model.takes_temperature) settings.temperature = temperature
    else changes.push(dropped('temperature', 'the model takes no temperature'))
  }
  if (most !== undefined) {
    const bound = model.capabilities.max_output_tokens
    settings.max_output_tokens = Math.min(most, bound)
    if (most > bound) {
      const reason = `an answer of this model ends at ${bound} tokens, not at ${most}`
      changes.push({ block_type: 'max_output_tokens', action: 'converted', reason })
    }
  }
  return { settings, changes }
}

function changedEffort(wanted: string, nearest: string | null): FittedSettings['changes'][number] {
  return nearest === null
    ? dropped('reasoning_effort', 'the model cannot be asked how much to reason')
    : {
        block_type: 'reasoning_effort',
        action: 'converted',
        reason: `the model does not know ${wanted}: it is asked for ${nearest}`,
      }
}

function dropped(block_type: string, reason: string): FittedSettings['changes'][number] {
  return { block_type, action: 'dropped', reason }
}

const NO_TOOLS: ToolRegistry = createRegistry([])

/** What the turn may use; nothing is asked for tools where the person wants none. */
export function toolsFor(
  { tools }: SessionSettings,
  asked: Omit<ToolQuestion, 'signal'>,
  deps: Pick<TurnDeps, 'log'> & { tools: readonly ToolSource[] },
): Promise<ToolRegistry> {
  return tools === false ? Promise.resolve(NO_TOOLS) : toolsOfTurn(deps.tools, asked, deps)
}

/** Larger ones are no schema of an answer, and would be kept with each turn. */
const SCHEMA_LIMIT = 32_768

/** Refuses what no model could do. Throws an `InvalidContentError`. */
export function assertDemands({ output_schema, tool_choice }: TurnDemands, tools: readonly ToolDefinition[]): void {
  if (output_schema && JSON.stringify(output_schema).length > SCHEMA_LIMIT) {
    throw new InvalidContentError([{ path: 'output_schema', problem: `is larger than ${SCHEMA_LIMIT} characters` }])
  }
  if (tool_choice === undefined) return
  const names = tools.map(({ name }) => name)
  if (names.length === 0)
    throw new InvalidContentError([{ path: 'tool_choice', problem: 'this turn is offered no tool' }])
  if (tool_choice !== 'required' && !names.includes(tool_choice.name)) {
    const problem = `no tool ${tool_choice.name}: there are ${names.join(', ')}`
    throw new InvalidContentError([{ path: 'tool_choice.name', problem }])
  }
}
