import type { HostedToolChoice } from '../../../canonical/hosted-tool-choice.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { hostedToolsFor, leaveOut } from '../../history/hosted-tools.ts'
import type { Target } from '../../protocol.ts'
import { stringOf } from './wire.ts'

/** From this version on, search and fetch bring code execution along. */
const RUNS_CODE = 20_260_209

/**
 * The provider's own tools of a request: what the installation writes out, and behind it what the request chooses, under
 * the types that the catalog has for the model (wire-rules 188, 189).
 */
export function hostedTools(request: CanonicalRequest, target: Target): JsonObject[] {
  const declared = serverTools(target)
  const { hosted_tool_types } = target.options
  const types = isJsonObject(hosted_tool_types) ? hosted_tool_types : {}
  const isOurs = ({ tool }: HostedToolChoice) => request.tools.some(({ name }) => name === tool)
  for (const choice of hostedToolsFor(request, target)) {
    const type = stringOf(types[choice.tool])
    const definition = { type, name: choice.tool, ...fieldsOf(choice) }
    const rival = declared.find((other) => clashes(definition, other))
    if (type === '') leaveOut(choice.tool, 'no version of it is known that the model takes', target)
    else if (isOurs(choice)) leaveOut(choice.tool, 'a tool of ours has its name', target)
    else if (rival === undefined) declared.push(definition)
    else if (rival.name !== choice.tool) leaveOut(choice.tool, `it cannot stand beside ${stringOf(rival.type)}`, target)
  }
  return declared
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

/** "tool names must be unique": also where a web tool brings an execution of code and an older one is declared. */
function clashes(a: JsonObject, b: JsonObject): boolean {
  return a.name === b.name || runsCodeBeside(a, b) || runsCodeBeside(b, a)
}

function runsCodeBeside(web: JsonObject, code: JsonObject): boolean {
  return bringsCode(web) && code.name === 'code_execution' && versionOf(code) < versionOf(web)
}

/** Where one of these is declared a container is at work, and its name may be said. */
export function runsCode(tool: JsonObject): boolean {
  return stringOf(tool.type).startsWith('code_execution_') || bringsCode(tool)
}

function bringsCode(tool: JsonObject): boolean {
  return (tool.name === 'web_search' || tool.name === 'web_fetch') && versionOf(tool) >= RUNS_CODE
}

function versionOf({ type }: JsonObject): number {
  return Number(/_(\d{8})$/.exec(stringOf(type))?.[1] ?? 0)
}
