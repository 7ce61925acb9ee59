import type { Citation, HostedToolBlock, HostedToolResult } from '../../../canonical/hosted-tool.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { ToolUses } from '../../../canonical/usage.ts'
import { callOf, citation, failure, objectsIn, output, plainResult, source, sources } from '../../answer/hosted-tool.ts'
import { parseObject } from '../../answer/parse-object.ts'
import { tokenCount } from '../../answer/token-count.ts'
import { isText, textOr } from '../../answer/wire-text.ts'
import { readableText } from '../../history/readable-text.ts'
import { ranThere } from './call-item.ts'
import type { WireItem } from './wire.ts'

const TOOLS: Readonly<Record<string, HostedToolBlock['tool']>> = {
  web_search_call: 'web_search',
  file_search_call: 'file_search',
  collections_search_call: 'file_search',
  code_interpreter_call: 'code_execution',
  code_execution_call: 'code_execution',
  image_generation_call: 'image_generation',
}

/** Calls that wait for us have a `call_id`, but for those that xAI ran (wire-rule 125). */
export function isHostedItem(item: WireItem): boolean {
  return item.type.endsWith('_call') && (ranThere(item) || !isText(item.call_id))
}

/** The item as it stands; `isDone`: nothing more will be said of it, whatever its status says. */
export function hostedItem(item: WireItem, isDone: boolean): HostedToolBlock {
  const tool = Object.hasOwn(TOOLS, item.type) ? (TOOLS[item.type] ?? 'other') : 'other'
  const call = callOf(tool, nameOf(item), inputOf(item))
  if (!isDone) return call
  const result = resultOf(item)
  return { ...call, status: result.error ? 'failed' : 'completed', result }
}

function nameOf({ type, name, server_label }: WireItem): string {
  const own = textOr(name, type.slice(0, -'_call'.length))
  return isText(server_label) ? `${server_label}: ${own}` : own
}

function inputOf({ action, queries, code, revised_prompt, arguments: text, input }: WireItem): JsonObject {
  const { query, queries: asked, url, pattern } = isJsonObject(action) ? action : {}
  const said = Object.entries({ query, queries: isText(query) ? null : (asked ?? queries), url, pattern, code })
  const all = [...said, ['prompt', revised_prompt] as const, ['input', text ?? input] as const]
  const known = Object.fromEntries(all.filter((each): each is [string, JsonValue] => each[1] != null))
  // The input of a custom tool is any text, and xAI's is JSON all the same.
  const written = isText(text) ? text : input
  return (isText(written) && parseObject(written)) || known
}

function resultOf(item: WireItem): HostedToolResult {
  const { type, status, error, action, results, outputs, output: said } = item
  if (error !== null && error !== undefined) return failure('failed', readableText(error))
  if (status === 'failed' || status === 'incomplete') return failure(status)
  const found = [
    ...objectsIn(isJsonObject(action) ? action.sources : undefined).map(({ url = null, title = null }) =>
      source({ url, title }),
    ),
    ...objectsIn(results).map(({ filename = null, text = null }) => source({ title: filename, text })),
  ]
  if (found.length > 0) return { sources: sources(found) }
  if (type === 'code_interpreter_call' && Array.isArray(outputs)) {
    const logs = objectsIn(outputs).map((each) => textOr(each.logs, ''))
    return { output: output(logs.join('')) }
  }
  return plainResult(readableText(said))
}

/** Positions are in characters of the part that it comes with; of a file's mark there is only the place where it stands. */
export function readAnnotation(annotation: JsonObject): Citation | null {
  const { url, title, filename, start_index, end_index, index } = annotation
  // xAI numbers its sources where others name them.
  const name = isText(title) && /^\d+$/.test(title) ? undefined : title
  return citation({ url, title: name ?? filename, start: start_index ?? index, end: end_index ?? index })
}

/** What the host counts itself: OpenAI beside the usage, xAI inside of it (wire-rules 198, 200). */
export function countedUses(response: JsonObject): ToolUses {
  const usage = objectIn(response.usage)
  const byName = objectIn(usage.server_side_tool_usage_details)
  const requests = objectIn(objectIn(response.tool_usage).web_search).num_requests
  const counted: Partial<Record<keyof ToolUses, JsonValue | undefined>> = {
    web_search: byName.web_search_calls ?? requests,
    code_execution: byName.code_interpreter_calls,
    file_search: byName.file_search_calls,
    image_generation: byName.image_generation_calls,
  }
  return Object.fromEntries(
    Object.entries(counted).flatMap(([name, value]) => {
      const times = tokenCount(value)
      return times === undefined ? [] : [[name, times]]
    }),
  )
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
