import type { Citation, HostedToolBlock } from '../../../canonical/hosted-tool.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { ToolUses } from '../../../canonical/usage.ts'
import { callOf, citation, objectsIn, plainResult, source, sources } from '../../answer/hosted-tool.ts'
import { parseObject } from '../../answer/parse-object.ts'
import { tokenCount } from '../../answer/token-count.ts'
import { textOr } from '../../answer/wire-text.ts'

/** Perplexity's search, by its results, else by its list of addresses; null where the body names none (wire-rule 203). */
export function foundBy({ search_results, citations }: JsonObject): HostedToolBlock | null {
  if (search_results === undefined && citations === undefined) return null
  const results = objectsIn(search_results).map(({ url = null, title = null, date = null, snippet = null }) =>
    source({ url, title, page_age: date, text: snippet }),
  )
  const addresses = Array.isArray(citations) ? citations.map((url) => source({ url })) : []
  const found = sources(results.length > 0 ? results : addresses)
  if (found.length === 0) return null
  return { ...callOf('web_search', 'web_search', {}, 'completed'), result: { sources: found } }
}

const GROQ: Readonly<Record<string, HostedToolBlock['tool']>> = {
  search: 'web_search',
  web_search: 'web_search',
  visit: 'web_fetch',
  visit_website: 'web_fetch',
  python: 'code_execution',
  code_interpreter: 'code_execution',
}

/** One of Groq's `executed_tools` (wire-rule 203). */
export function executedTool({ type, arguments: text, output, search_results }: JsonObject): HostedToolBlock {
  const name = textOr(type, '')
  const tool = Object.hasOwn(GROQ, name) ? (GROQ[name] ?? 'other') : 'other'
  const call = callOf(tool, name, parseObject(textOr(text, '')) ?? {}, 'completed')
  const results = isJsonObject(search_results) ? search_results.results : search_results
  const found = objectsIn(results).map(({ url = null, title = null, content = null }) =>
    source({ url, title, text: content }),
  )
  // A result that is still to come: the call is told before it.
  if (output === undefined && found.length === 0) return { ...call, status: 'running' }
  return { ...call, result: found.length > 0 ? { sources: sources(found) } : plainResult(textOr(output, '')) }
}

export function readAnnotation({ type, url_citation }: JsonObject): Citation | null {
  if (type !== 'url_citation' || !isJsonObject(url_citation)) return null
  const { url, title, content, start_index: start, end_index: end } = url_citation
  return citation({ url, title, cited_text: content, start, end })
}

/** OpenRouter's details hold what its other counts hold as well: they are not added (wire-rule 202). */
export function countedUses(usage: JsonObject): ToolUses {
  const counts = [usage.server_tool_use_details, usage.server_tool_use].map(searchesOf)
  const searched = [...counts, tokenCount(usage.num_search_queries)].find((each) => each !== undefined)
  return searched === undefined ? {} : { web_search: searched }
}

function searchesOf(counted: JsonValue | undefined): number | undefined {
  return isJsonObject(counted) ? tokenCount(counted.web_search_requests) : undefined
}
