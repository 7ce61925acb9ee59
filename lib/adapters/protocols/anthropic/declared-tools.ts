import type { HostedToolChoice } from '../../../canonical/hosted-tool-choice.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { hostedToolsFor, leaveOut } from '../../history/hosted-tools.ts'
import type { Target } from '../../protocol.ts'
import { clashes, typesOf } from './hosted-tool-version.ts'
import { neededTools } from './needed-tools.ts'
import { stringOf } from './wire.ts'

export interface Declared {
  tools: JsonObject[]
  /** Those of them that the installation does not write out: kept with the answer, so that a later request can offer the same. */
  chosen: JsonObject[]
}

/**
 * The provider's own tools of a request (wire-rules 188, 189): what the installation writes out, what the request chooses,
 * under the types that the catalog has for the model, and where nobody says anything what the history cannot do without.
 */
export function hostedTools(request: CanonicalRequest, target: Target): Declared {
  const installed = serverTools(target)
  const chosen: JsonObject[] = []
  const isOurs = ({ name: own }: JsonObject) => request.tools.some(({ name }) => name === own)
  const rivalOf = (definition: JsonObject) => [...installed, ...chosen].find((other) => clashes(definition, other))
  const isRefused = target.mended?.hosted_tools_refused === true
  for (const choice of hostedToolsFor(request, target)) {
    const definition = { type: typesOf(target)[choice.tool] ?? '', name: choice.tool, ...fieldsOf(choice) }
    const rival = rivalOf(definition)
    if (isRefused) leaveOut(choice.tool, 'the provider refuses it', target)
    else if (definition.type === '') leaveOut(choice.tool, 'no version of it is known that the model takes', target)
    else if (isOurs(definition)) leaveOut(choice.tool, 'a tool of ours has its name', target)
    else if (rival === undefined) chosen.push(definition)
    else if (rival.name !== choice.tool) leaveOut(choice.tool, `it cannot stand beside ${stringOf(rival.type)}`, target)
  }
  for (const definition of isRefused ? [] : neededTools(request, installed, target)) {
    if (!isOurs(definition) && rivalOf(definition) === undefined) chosen.push(definition)
  }
  return { tools: [...installed, ...chosen], chosen }
}

function serverTools({ capabilities, options }: Target): JsonObject[] {
  if (!capabilities.supports_tools) return []
  return Array.isArray(options.server_tools) ? options.server_tools.filter(isJsonObject) : []
}

function fieldsOf(choice: HostedToolChoice): JsonObject {
  const { tool: _tool, ...options } = choice
  if (!('user_location' in options) || options.user_location === undefined) return { ...options } as JsonObject
  return { ...options, user_location: { type: 'approximate', ...options.user_location } } as JsonObject
}
