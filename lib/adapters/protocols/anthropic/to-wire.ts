import type { JsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest, ToolChoice } from '../../adapter.ts'
import { keptOfContainers } from '../../history/container.ts'
import { markedSystem } from '../../history/marked-system.ts'
import { cleanHistory } from '../../history/repair.ts'
import { schemaHint } from '../../history/schema-hint.ts'
import type { Target } from '../../protocol.ts'
import { keptOf, thoughtGate } from './bound-thinking.ts'
import { asksToKeep, markForCaching } from './cache-control.ts'
import { lastContainer } from './container.ts'
import { conversation } from './conversation.ts'
import { hostedTools } from './declared-tools.ts'
import { withLegalCalls } from './hosted-history.ts'
import { finishPrefill } from './prefill.ts'
import { Prefix } from './prefix.ts'
import { withoutRefusedTurns } from './refused-turn.ts'
import type { ThinkingChoice } from './thinking.ts'
import { chooseThinking, dropsUnboundThinking } from './thinking.ts'
import { textBlock } from './user-content.ts'
import type { WireBlock, WireMessage } from './wire.ts'

/**
 * The body of `POST /v1/messages`: a pure function of the request and its target, the same bytes for the same prefix.
 *
 * `target.options` that are read here, all data of the catalog or of the installation: `thinking` (`budget`, `adaptive`,
 * `none`), `thinks_unasked`, `thinking_always`, `thinking_least`, `thinking_display`, `binds_thinking`,
 * `thinking_binding_controls`, `effort`, `sampling: false`,
 * `forced_tool_choice: false` and `prefill: false` for models that refuse them, `structured_output: 'hint'` for hosts without it,
 * `prompt_caching: false`, `cache_ttl` and `conversation_cache_ttl` (`1h`), `hosted_tool_types` (how each tool that the
 * provider runs is called for the model), `server_tools` (wire definitions of such tools).
 */
export function toWire(request: CanonicalRequest, target: Target): JsonObject {
  const hosted = hostedTools(request, target)
  const messages = withLegalCalls(withoutRefusedTurns(request.messages, target), hosted.tools, target)
  const history = cleanHistory({ ...request, messages }, target)
  const { output_schema: schema, messages: stored } = request
  const hint = schema && !hasStructuredOutput(target) ? [schemaHint(schema)] : []
  const system = [...history.system, ...hint].join('\n\n')
  const tools = [...ownTools(request, target), ...hosted.tools]
  const gate = thoughtGate(stored, target, dropsUnboundThinking(request, target))
  const prefix = target.options.binds_thinking === true ? Prefix.of({ system, tools }) : null
  const { turns, thoughts } = conversation({ history, stored, target, gate, prefix })
  const thinking = chooseThinking(request, target, turns)
  endConversation(turns, thinking, request, target)
  const container = lastContainer(request, target, tools)
  target.note?.({
    kept: {
      ...keptOf(prefix, target),
      ...keptOfContainers(target),
      ...(hosted.chosen.length > 0 && { hosted_tools: hosted.chosen }),
    },
    places: placesOf(thoughts, turns),
    ...(container !== null && { containers: [container] }),
  })

  const stops = [...new Set(request.stop_sequences)].filter((stop) => stop.trim() !== '')
  return {
    model: target.wire_name,
    max_tokens: request.max_output_tokens,
    ...placeContent(system, tools, turns, target),
    ...toolChoice(request, target),
    ...sampling(request, target, thinking),
    ...outputConfig(request, target, thinking),
    ...(thinking.thinking ? { thinking: thinking.thinking } : {}),
    ...(stops.length > 0 ? { stop_sequences: stops } : {}),
    ...(container === null ? {} : { container }),
    stream: request.stream ?? false,
  }
}

/** Where the provider would find each thought. */
function placesOf(thoughts: ReadonlyMap<WireBlock, string>, turns: readonly WireMessage[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const [turn, { content }] of turns.entries()) {
    for (const [place, block] of content.entries()) {
      const message_id = thoughts.get(block)
      if (message_id !== undefined) places.set(`messages.${turn}.content.${place}`, message_id)
    }
  }
  return places
}

function endConversation(turns: WireMessage[], thinking: ThinkingChoice, request: CanonicalRequest, target: Target) {
  const message_id = request.messages.findLast(({ role }) => role === 'assistant')?.id ?? ''
  finishPrefill(turns, thinking.off === true, (action, { type: block_type }) => {
    target.project({ message_id, block_type, action, reason: 'an answer cannot go on from it here' })
  })
}

function placeContent(system: string, tools: JsonObject[], turns: WireMessage[], target: Target): JsonObject {
  const { supports_system_prompt } = target.capabilities
  let prompt = system
  if (prompt !== '' && !supports_system_prompt) {
    turns[0]?.content.unshift(textBlock(markedSystem(prompt)))
    prompt = ''
  }
  // A host behind a gateway wants the field as soon as the history speaks of tools (wire-rule 22).
  const hasTools = tools.length > 0 || turns.some(({ content }) => content.some(({ type }) => type === 'tool_use'))
  const isCached = asksToKeep(target) !== null
  const placed = isCached ? markForCaching(prompt, tools, turns, target) : { system: prompt, tools, messages: turns }
  return {
    ...(prompt === '' ? {} : { system: placed.system }),
    messages: placed.messages.map(({ role, content }) => ({ role, content })),
    ...(hasTools ? { tools: placed.tools } : {}),
  }
}

function ownTools({ tools }: CanonicalRequest, { capabilities }: Target): JsonObject[] {
  if (!capabilities.supports_tools) return []
  return tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }))
}

function toolChoice({ tools, tool_choice: choice }: CanonicalRequest, target: Target): JsonObject {
  const { capabilities } = target
  const isSingle = !capabilities.supports_parallel_tool_calls
  if ((choice === undefined && !isSingle) || tools.length === 0 || !capabilities.supports_tools) return {}
  const wire = wireChoice(choice ?? 'auto', target)
  return { tool_choice: isSingle && choice !== 'none' ? { ...wire, disable_parallel_tool_use: true } : wire }
}

/** A wish in words is no way around a refusal: it would stand in the history of this request and of no other. */
function wireChoice(choice: ToolChoice, { options, project }: Target): JsonObject {
  if (choice === 'auto' || choice === 'none') return { type: choice }
  if (options.forced_tool_choice === false) {
    const reason = 'the model refuses to be forced: it may call a tool, or not'
    project({ message_id: '', block_type: 'tool_choice', action: 'converted', reason })
    return { type: 'auto' }
  }
  return choice === 'required' ? { type: 'any' } : { type: 'tool', name: choice.name }
}

/** Forbidden beside thinking, and by some models always (wire-rule 45); the range is 0 to 1 (wire-rule 46). */
function sampling({ temperature }: CanonicalRequest, target: Target, thinking: ThinkingChoice): JsonObject {
  if (typeof temperature !== 'number' || target.options.sampling === false) return {}
  const project = (action: 'dropped' | 'converted', reason: string) =>
    target.project({ message_id: '', block_type: 'temperature', action, reason })
  if (thinking.active) {
    project('dropped', 'the model takes no temperature while it thinks')
    return {}
  }
  if (temperature > 1) project('converted', `the model takes 1 at most, not ${temperature}`)
  return { temperature: Math.min(1, Math.max(0, temperature)) }
}

function hasStructuredOutput({ capabilities, options }: Target): boolean {
  return capabilities.supports_structured_output && options.structured_output !== 'hint'
}

function outputConfig(request: CanonicalRequest, target: Target, thinking: ThinkingChoice): JsonObject {
  const config: JsonObject = {}
  if (request.output_schema && hasStructuredOutput(target)) {
    config.format = { type: 'json_schema', schema: request.output_schema }
  }
  if (thinking.effort !== undefined) config.effort = thinking.effort
  return Object.keys(config).length > 0 ? { output_config: config } : {}
}
