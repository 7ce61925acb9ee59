import type { JsonObject } from '../../../canonical/json.ts'
import { wordFor } from '../../../canonical/reasoning-effort.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { hostedToolsFor, leaveOut } from '../../history/hosted-tools.ts'
import { markedSystem } from '../../history/marked-system.ts'
import { cleanHistory } from '../../history/repair.ts'
import { schemaHint } from '../../history/schema-hint.ts'
import type { Target } from '../../protocol.ts'
import { conversation } from './conversation.ts'
import type { WireMessage } from './wire.ts'

/** Stands for a history with nothing in it: to an empty one the server only loads the model. */
const SILENCE = '(empty message)'

/** What Ollama's own tags say of models that run in its cloud: `gpt-oss:120b-cloud`, `minimax-m3:cloud`. */
const CLOUD_TAG = /[:-]cloud$/

/**
 * The body of `POST /api/chat`: a pure function of the request and its target, the same bytes for the same prefix.
 *
 * `target.options` that are read here: what the server says of the model (`model-facts.ts`: `num_ctx`, `thinks`,
 * `think_levels`, `is_remote`), and of the catalog or the installation `sampling: false` and `keep_alive`.
 */
export function toWire(request: CanonicalRequest, target: Target): JsonObject {
  const history = cleanHistory(request, target)
  const messages = [
    ...systemMessage([...history.system, ...hint(request, target)], target),
    ...conversation(history, target),
  ]
  const { keep_alive } = target.options
  for (const { tool } of hostedToolsFor(request, target)) leaveOut(tool, 'the wire format has none', target)
  return {
    model: target.wire_name,
    messages: messages.length > 0 ? messages : [{ role: 'user', content: SILENCE }],
    ...tools(request, target),
    ...format(request, target),
    ...think(request, target),
    // The server streams unless it is told not to.
    stream: request.stream ?? false,
    // Without these it leaves out the beginning of a conversation that is too long, and says nothing (wire-rule 89).
    truncate: false,
    shift: false,
    options: runnerOptions(request, target),
    ...(typeof keep_alive === 'string' || typeof keep_alive === 'number' ? { keep_alive } : {}),
  }
}

function systemMessage(prompts: readonly string[], { capabilities }: Target): WireMessage[] {
  if (prompts.length === 0) return []
  const content = prompts.join('\n\n')
  return [
    capabilities.supports_system_prompt
      ? { role: 'system', content }
      : { role: 'user', content: markedSystem(content) },
  ]
}

/** The wire has no choice of tools: none are sent for `none`, and the one alone for a named one. */
function tools({ tools, tool_choice: choice = 'auto' }: CanonicalRequest, target: Target): JsonObject {
  if (tools.length === 0 || choice === 'none') return {}
  const report = (block_type: string, action: 'dropped' | 'converted', reason: string) =>
    target.project({ message_id: '', block_type, action, reason })
  if (!target.capabilities.supports_tools) {
    report('tools', 'dropped', 'the server says that the model has no tools')
    return {}
  }
  const named = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : []
  if (choice === 'required') report('tool_choice', 'dropped', 'Ollama cannot make a model call a tool')
  else if (named.length > 0) report('tool_choice', 'converted', 'Ollama has no choice of tools: the one is sent alone')
  else if (choice !== 'auto')
    report('tool_choice', 'dropped', 'the tool that must be called is not among those offered')
  const offered = named.length > 0 ? named : tools
  return {
    tools: offered.map(({ name, description, input_schema }) => ({
      type: 'function',
      function: { name, description, parameters: input_schema },
    })),
  }
}

function format({ output_schema: schema }: CanonicalRequest, { capabilities }: Target): JsonObject {
  return schema && capabilities.supports_structured_output ? { format: schema } : {}
}

/** Where the schema is not enforced, the model is told of it: Ollama's cloud takes `format` and lets it be (wire-rule 92). */
function hint({ output_schema: schema }: CanonicalRequest, { capabilities, options, wire_name }: Target): string[] {
  const isEnforced = capabilities.supports_structured_output && options.is_remote !== true && !CLOUD_TAG.test(wire_name)
  return schema && !isEnforced ? [schemaHint(schema)] : []
}

/**
 * On or off, or a level for models that know levels (wire-rule 88). A model that does not think refuses to be asked, so
 * it is asked only where the server or the catalog says that it does.
 */
function think({ reasoning_effort: effort }: CanonicalRequest, { capabilities, options }: Target): JsonObject {
  if (effort === undefined) return {}
  const { thinks = capabilities.supports_thinking, think_levels: levels } = options
  const known = Array.isArray(levels) ? levels.filter((level) => typeof level === 'string') : []
  const [least] = known
  if (least !== undefined) {
    // Levels only: there is no off, so it thinks as little as it can.
    return { think: wordFor(effort, known) ?? least }
  }
  if (effort === 'none') return { think: false }
  return thinks === true ? { think: true } : {}
}

function runnerOptions(request: CanonicalRequest, { options }: Target): JsonObject {
  const { max_output_tokens, stop_sequences = [], temperature } = request
  const stop = [...new Set(stop_sequences)].filter((each) => each !== '')
  return {
    // The server's own default is a few thousand tokens, whatever the model can hold (wire-rules 89 and 90).
    ...(typeof options.num_ctx === 'number' ? { num_ctx: options.num_ctx } : {}),
    num_predict: max_output_tokens,
    ...(typeof temperature === 'number' && options.sampling !== false ? { temperature } : {}),
    ...(stop.length > 0 ? { stop } : {}),
  }
}
