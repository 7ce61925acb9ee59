import { assertNever } from '../../../assert-never.ts'
import type { HostedToolChoice } from '../../../canonical/hosted-tool-choice.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { hostedToolsFor, leaveOut, leaveOutOption } from '../../history/hosted-tools.ts'
import { reasoningEffort } from '../../history/reasoning-effort.ts'
import type { Target } from '../../protocol.ts'

export interface Declared {
  tools: JsonObject[]
  /** What of their results is told only on request. */
  include: string[]
}

/** The provider's own tools of a request: what the installation writes out, and behind it what the request chooses (wire-rule 195). */
export function hostedTools(request: CanonicalRequest, target: Target): Declared {
  // "The following tools cannot be used with reasoning.effort 'minimal'": a model that is to hurry runs none.
  const isMinimal = reasoningEffort(request, target) === 'minimal'
  const written = serverTools(target)
  const installed = isMinimal ? [] : written
  for (const { type } of isMinimal ? written : []) {
    const reason = `${type}: it is refused beside a minimal effort`
    target.project({ message_id: '', block_type: 'hosted_tools', action: 'dropped', reason })
  }
  const declared: Declared = { tools: [...installed], include: [] }
  for (const choice of hostedToolsFor(request, target)) {
    const { definition, include } = declaration(choice, target)
    if (definition === null) leaveOut(choice.tool, 'the wire format has none', target)
    else if (isMinimal) leaveOut(choice.tool, 'it is refused beside a minimal effort', target)
    else if (installed.every(({ type }) => type !== definition.type)) {
      declared.tools.push(definition)
      declared.include.push(...include)
    }
  }
  return declared
}

function serverTools({ capabilities, options }: Target): JsonObject[] {
  if (!capabilities.supports_tools) return []
  return Array.isArray(options.server_tools) ? options.server_tools.filter(isJsonObject) : []
}

function declaration(choice: HostedToolChoice, target: Target): { definition: JsonObject | null; include: string[] } {
  switch (choice.tool) {
    case 'web_search': {
      if (choice.max_uses !== undefined) leaveOutOption('web_search', 'limit of uses', target)
      return {
        definition: { type: 'web_search', ...filters(choice), ...location(choice) },
        include: ['web_search_call.action.sources'],
      }
    }
    case 'code_execution':
      return {
        definition: { type: 'code_interpreter', container: { type: 'auto' } },
        include: ['code_interpreter_call.outputs'],
      }
    case 'file_search': {
      const { vector_store_ids } = choice
      return { definition: { type: 'file_search', vector_store_ids }, include: ['file_search_call.results'] }
    }
    case 'image_generation':
      return { definition: { type: 'image_generation' }, include: [] }
    case 'web_fetch':
      return { definition: null, include: [] }
    default:
      return assertNever(choice)
  }
}

type WebSearch = Extract<HostedToolChoice, { tool: 'web_search' }>

function filters({ allowed_domains, blocked_domains }: WebSearch): JsonObject {
  if (!allowed_domains && !blocked_domains) return {}
  return { filters: { ...(allowed_domains && { allowed_domains }), ...(blocked_domains && { blocked_domains }) } }
}

function location({ user_location: place }: WebSearch): JsonObject {
  return place ? { user_location: { type: 'approximate', ...place } as Record<string, JsonValue> } : {}
}
