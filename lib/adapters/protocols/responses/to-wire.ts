import type { JsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { keptOfContainers } from '../../history/container.ts'
import { promptCacheKey } from '../../history/conversation-key.ts'
import { markedSystem } from '../../history/marked-system.ts'
import { wireToolName } from '../../history/openai-tool-name.ts'
import { reasoningEffort } from '../../history/reasoning-effort.ts'
import { cleanHistory } from '../../history/repair.ts'
import { schemaHint } from '../../history/schema-hint.ts'
import { isStrictSchema } from '../../history/strict-schema.ts'
import type { Target } from '../../protocol.ts'
import { containersOf, withLivingContainers } from './container.ts'
import { conversation } from './conversation.ts'
import { hostedTools } from './declared-tools.ts'
import { textPart } from './input-part.ts'
import type { WireItem } from './wire.ts'

/** Stands for a history with nothing in it: a request without input is refused (wire-rule 82). */
const SILENCE = '(empty message)'

/** "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16." */
const LEAST_OUTPUT = 16

/**
 * The body of `POST /responses`: a pure function of the request and its target, the same bytes for the same prefix.
 *
 * Nothing is stored at the provider, and every request brings the whole conversation: no `previous_response_id`, whose
 * items must not be sent again (wire-rule 83). Reasoning comes back encrypted instead.
 *
 * `target.options` that are read here, all data of the catalog or of the installation: `system_role` (of late system
 * messages), `sampling: false`, `reasoning_efforts`, `prompt_cache_key`, `encrypted_reasoning: false` for models that refuse to be asked for
 * it, `reasoning_summary` (`auto`, `concise`, `detailed`; OpenAI gives summaries to verified organisations only, so it is
 * asked for where the installation says so), `invalid_arguments: 'verbatim'` for hosts that do not
 * parse the arguments of the history, and `server_tools` (wire definitions of tools that the provider runs).
 */
export function toWire(request: CanonicalRequest, target: Target): JsonObject {
  const messages = withLivingContainers(request.messages, target)
  const history = cleanHistory({ ...request, messages }, target)
  target.note?.({
    kept: keptOfContainers(target),
    places: new Map(),
    containers: messages.flatMap((message) => containersOf(message, target)),
  })
  const { supports_system_prompt, supports_structured_output } = target.capabilities
  const { output_schema: schema } = request
  const hint = schema && !supports_structured_output ? [schemaHint(schema)] : []
  const prompt = [...history.system, ...hint].join('\n\n')
  const asUser = prompt !== '' && !supports_system_prompt ? [userText(markedSystem(prompt))] : []
  const input = [...asUser, ...conversation(history, request.messages, target)]
  reportStopSequences(request, target)
  const hosted = hostedTools(request, target)
  const include = [
    ...(target.options.encrypted_reasoning === false ? [] : ['reasoning.encrypted_content']),
    ...hosted.include,
  ]
  return {
    model: target.wire_name,
    ...(prompt !== '' && supports_system_prompt ? { instructions: prompt } : {}),
    input: input.length > 0 ? input : [userText(SILENCE)],
    max_output_tokens: maxOutputTokens(request, target),
    ...tools(request, target, hosted.tools),
    ...(schema && supports_structured_output ? { text: { format: format(schema, request.schema_name) } } : {}),
    ...sampling(request, target),
    ...reasoning(request, target),
    ...(include.length > 0 ? { include } : {}),
    ...promptCacheKey(request, target.options),
    store: false,
    stream: request.stream ?? false,
  }
}

function userText(text: string): WireItem {
  return { type: 'message', role: 'user', content: [textPart(text)] }
}

function tools(request: CanonicalRequest, { capabilities }: Target, hosted: readonly JsonObject[]): JsonObject {
  if (!capabilities.supports_tools) return {}
  const own = request.tools.map(({ name, description, input_schema: parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    // Absent means true here, and one schema that is not strict fails the request (wire-rule 70).
    strict: isStrictSchema(parameters),
  }))
  const all = [...own, ...hosted]
  if (all.length === 0) return {}
  const { tool_choice: choice } = request
  const wireChoice = typeof choice === 'object' ? { type: 'function', name: choice.name } : choice
  return {
    tools: all,
    ...(wireChoice === undefined || own.length === 0 ? {} : { tool_choice: wireChoice }),
    ...(capabilities.supports_parallel_tool_calls ? {} : { parallel_tool_calls: false }),
  }
}

function format(schema: JsonObject, name = 'answer'): JsonObject {
  return { type: 'json_schema', name: wireToolName(name), schema, strict: isStrictSchema(schema) }
}

/** Reasoning models refuse it (wire-rule 65). */
function sampling({ temperature }: CanonicalRequest, { options }: Target): JsonObject {
  if (typeof temperature !== 'number' || options.sampling === false) return {}
  return { temperature: Math.min(2, Math.max(0, temperature)) }
}

function reasoning(request: CanonicalRequest, target: Target): JsonObject {
  const effort = reasoningEffort(request, target)
  const { reasoning_summary: summary, encrypted_reasoning: isPossible } = target.options
  const wanted = {
    ...(effort === null ? {} : { effort }),
    ...(typeof summary === 'string' && isPossible !== false ? { summary } : {}),
  }
  return Object.keys(wanted).length > 0 ? { reasoning: wanted } : {}
}

/** Refused, a small limit would end the turn; raised, the answer may cost a few tokens more than was asked for. */
function maxOutputTokens({ max_output_tokens: asked }: CanonicalRequest, target: Target): number {
  if (asked >= LEAST_OUTPUT) return asked
  const reason = `the Responses API takes no limit below ${LEAST_OUTPUT}: it is sent instead of ${asked}`
  target.project({ message_id: '', block_type: 'max_output_tokens', action: 'converted', reason })
  return LEAST_OUTPUT
}

/** This API has no place for them, and an answer that goes on past one must not come as a surprise. */
function reportStopSequences({ stop_sequences = [] }: CanonicalRequest, target: Target): void {
  if (!stop_sequences.some((each) => each !== '')) return
  const reason = 'the Responses API has no stop sequences'
  target.project({ message_id: '', block_type: 'stop_sequences', action: 'dropped', reason })
}
