import { isJsonObject, type JsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest, ToolChoice } from '../../adapter.ts'
import { promptCacheKey } from '../../history/conversation-key.ts'
import { hostedToolsFor, leaveOut } from '../../history/hosted-tools.ts'
import { markedSystem } from '../../history/marked-system.ts'
import { reasoningEffort } from '../../history/reasoning-effort.ts'
import { cleanHistory } from '../../history/repair.ts'
import { schemaHint } from '../../history/schema-hint.ts'
import { isStrictSchema } from '../../history/strict-schema.ts'
import type { Target } from '../../protocol.ts'
import { conversation } from './conversation.ts'
import { type ChatDialect, modelDialect, OPENAI_DIALECT } from './dialect.ts'
import type { WireMessage } from './wire.ts'

/** Stands for a history with nothing in it: a request without messages is refused. */
const SILENCE = '(empty message)'

/** OpenAI takes this many. */
const MOST_STOPS = 4

/**
 * The body of `POST /chat/completions`: a pure function of the request and its target, the same bytes for the same prefix.
 *
 * `target.options` that are read here, all data of the catalog or of the installation: `max_tokens_field`, `system_role`,
 * `sampling: false`, `stop_sequences: false`, `forced_tool_choice: false`, `reasoning_efforts`, `effort_fields`,
 * `tools_beside_reasoning: false`, `forced_tool_beside_reasoning: false`, `prompt_cache_key` and `extra_body`.
 */
export function toWire(request: CanonicalRequest, target: Target, host: ChatDialect = OPENAI_DIALECT): JsonObject {
  const effort = effortBesideTools(reasoningEffort(request, target), request, target)
  const hasTools = request.tools.length > 0 && target.capabilities.supports_tools
  const dialect = modelDialect(host, target.options)
  const history = cleanHistory(request, target)
  const { output_schema: schema } = request
  const hint = schema && needsSchemaHint(target, dialect) ? [schemaHint(schema)] : []
  const opening = systemMessage([...history.system, ...hint], target, dialect)
  const messages = conversation(opening, history, target, dialect, hasTools)
  for (const { tool } of hostedToolsFor(request, target)) leaveOut(tool, 'the wire format has none', target)
  return {
    model: target.wire_name,
    messages: messages.length > 0 ? messages : [{ role: 'user', content: SILENCE }],
    [dialect.max_tokens_field]: request.max_output_tokens,
    ...tools(request, target, dialect),
    ...responseFormat(request, target, dialect),
    ...sampling(request, target),
    ...(request.stream ? { stream: true } : {}),
    ...(request.stream && dialect.stream_options ? { stream_options: { include_usage: true } } : {}),
    ...promptCacheKey(request, target.options),
    ...dialect.extra_body,
    ...(effort === null ? {} : effortFields(effort, target)),
  }
}

/** Hosts have a dozen ways to ask for the same (wire-rules 170 to 185): data of the provider's record, by the model's word. */
function effortFields(word: string, { options }: Target): JsonObject {
  const fields = isJsonObject(options.effort_fields) ? options.effort_fields[word] : undefined
  return isJsonObject(fields) ? fields : { reasoning_effort: word }
}

/** One message: not every host takes several (wire-rule 69). */
function systemMessage(prompts: readonly string[], target: Target, { system_role }: ChatDialect): WireMessage[] {
  if (prompts.length === 0) return []
  const content = prompts.join('\n\n')
  return system_role === 'user' || !target.capabilities.supports_system_prompt
    ? [{ role: 'user', content: markedSystem(content) }]
    : [{ role: system_role, content }]
}

function tools(request: CanonicalRequest, target: Target, dialect: ChatDialect): JsonObject {
  const { capabilities } = target
  if (request.tools.length === 0 || !capabilities.supports_tools) return {}
  return {
    tools: request.tools.map(({ name, description, input_schema }) => ({
      type: 'function',
      function: { name, description, parameters: input_schema },
    })),
    ...(request.tool_choice === undefined ? {} : { tool_choice: wireChoice(request.tool_choice, target, dialect) }),
    ...(capabilities.supports_parallel_tool_calls ? {} : { parallel_tool_calls: false }),
  }
}

function wireChoice(choice: ToolChoice, { options, project }: Target, dialect: ChatDialect): JsonObject | string {
  if (isForced(choice) && options.forced_tool_choice === false) {
    const reason = 'the model refuses to be forced: it may call a tool, or not'
    project({ message_id: '', block_type: 'tool_choice', action: 'converted', reason })
    return 'auto'
  }
  if (typeof choice === 'object') return { type: 'function', function: { name: choice.name } }
  return choice === 'required' ? dialect.required_tool : choice
}

function responseFormat(request: CanonicalRequest, target: Target, dialect: ChatDialect): JsonObject {
  const { output_schema: schema, schema_name: name = 'answer' } = request
  if (!schema || !target.capabilities.supports_structured_output) return {}
  if (dialect.structured_output === 'json_object') return { response_format: { type: 'json_object' } }
  // Tools say nothing of it: absent it means no, and some hosts refuse the field (wire-rule 70).
  const json_schema = { name, schema, strict: isStrictSchema(schema) }
  return { response_format: { type: 'json_schema', json_schema } }
}

/** Where the host cannot be held to the schema, the model is told of it. */
function needsSchemaHint(target: Target, dialect: ChatDialect): boolean {
  return !target.capabilities.supports_structured_output || dialect.structured_output === 'json_object'
}

function isForced(choice: ToolChoice | undefined): boolean {
  return choice === 'required' || typeof choice === 'object'
}

/**
 * "Function tools with reasoning_effort are not supported … To use function tools, use /v1/responses or set
 * reasoning_effort to 'none'." Left out, the effort of such a model is not none (wire-rule 166).
 */
function effortBesideTools(effort: string | null, request: CanonicalRequest, target: Target): string | null {
  const { capabilities, options, project } = target
  const { tools_beside_reasoning, forced_tool_beside_reasoning, reasoning_efforts: known } = options
  if (request.tools.length === 0 || !capabilities.supports_tools) return effort
  // "Thinking mode does not support this tool_choice" (DeepSeek, wire-rule 170)
  const isForcedAlone = forced_tool_beside_reasoning === false && isForced(request.tool_choice)
  if (tools_beside_reasoning !== false && !isForcedAlone) return effort
  if (!Array.isArray(known) || !known.includes('none')) return effort
  if (effort !== null && effort !== 'none') {
    const reason = isForcedAlone
      ? 'no tool can be forced while the model reasons'
      : 'this wire format takes no tools while the model reasons'
    project({ message_id: '', block_type: 'reasoning_effort', action: 'dropped', reason })
  }
  return 'none'
}

function sampling({ stop_sequences, temperature }: CanonicalRequest, { options, project }: Target): JsonObject {
  const stop = [...new Set(stop_sequences)].filter((each) => each !== '')
  // Reasoning models refuse both (wire-rules 65, 168).
  const most = options.stop_sequences === false ? 0 : MOST_STOPS
  if (stop.length > most) {
    const reason =
      most === 0 ? 'the model takes none' : `only the first ${most} are sent: the wire format takes no more`
    project({ message_id: '', block_type: 'stop_sequences', action: 'dropped', reason })
  }
  const sent = stop.slice(0, most)
  return {
    ...(sent.length > 0 ? { stop: sent } : {}),
    ...(typeof temperature === 'number' && options.sampling !== false
      ? { temperature: Math.min(2, Math.max(0, temperature)) }
      : {}),
  }
}
