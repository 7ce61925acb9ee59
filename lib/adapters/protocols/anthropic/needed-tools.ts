import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { ownRaw } from '../../history/producer.ts'
import type { Target } from '../../protocol.ts'
import { hostedNames, isCode, isDeclared } from './hosted-history.ts'
import { typesOf } from './hosted-tool-version.ts'

/** In a version that every model of its time took, where the catalog says nothing of this one. */
const COMMON: Readonly<Record<string, string>> = {
  web_search: 'web_search_20250305',
  web_fetch: 'web_fetch_20250910',
  code_execution: 'code_execution_20250825',
  tool_search_tool_bm25: 'tool_search_tool_bm25_20251119',
  tool_search_tool_regex: 'tool_search_tool_regex_20251119',
}

/**
 * Where nobody says anything of the tools, what an answer of the target's own used: as it was offered then, else in the
 * version of the model, for its blocks are legal beside their tool alone (wire-rules 55, 205). A word about the tools, be
 * it that there are none, is kept to.
 */
export function neededTools(request: CanonicalRequest, installed: readonly JsonObject[], target: Target): JsonObject[] {
  if (request.hosted_tools !== undefined || !target.capabilities.supports_tools) return []
  const used = new Set(request.messages.flatMap((message) => hostedNames(message, target)))
  const missing = [...used].filter((name) => !isDeclared(name, installed))
  if (missing.length === 0) return []
  const kept = request.messages.map((message) => ownRaw(message, target)?.hosted_tools).findLast(Array.isArray) ?? []
  const definitions = kept.filter(isJsonObject)
  // Web tools first: the newer ones bring the execution of code along.
  for (const name of missing.toSorted((a, b) => Number(isCode(a)) - Number(isCode(b)))) {
    if (!isDeclared(name, definitions)) definitions.push(...definitionFor(name, target))
  }
  return definitions
}

function definitionFor(called: string, target: Target): JsonObject[] {
  const name = isCode(called) ? 'code_execution' : called
  const type = typesOf(target)[name] ?? (Object.hasOwn(COMMON, name) ? COMMON[name] : undefined)
  return type === undefined ? [] : [{ type, name }]
}
