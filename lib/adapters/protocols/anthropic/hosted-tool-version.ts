import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Target } from '../../protocol.ts'
import { stringOf } from './wire.ts'

/** From this version on, search and fetch bring code execution along. */
const RUNS_CODE = 20_260_209

/** The type of each tool, as the catalog has it for the model. */
export function typesOf({ options: { hosted_tool_types: types } }: Target): Readonly<Record<string, string>> {
  return isJsonObject(types) ? (types as Record<string, string>) : {}
}

/** "tool names must be unique": also where a web tool brings an execution of code and an older one is declared. */
export function clashes(a: JsonObject, b: JsonObject): boolean {
  return a.name === b.name || runsCodeBeside(a, b) || runsCodeBeside(b, a)
}

/** Where one of these is declared a container is at work, and its name may be said. */
export function runsCode(tool: JsonObject): boolean {
  return stringOf(tool.type).startsWith('code_execution_') || bringsCode(tool)
}

function runsCodeBeside(web: JsonObject, code: JsonObject): boolean {
  return bringsCode(web) && code.name === 'code_execution' && versionOf(code) < versionOf(web)
}

function bringsCode(tool: JsonObject): boolean {
  return (tool.name === 'web_search' || tool.name === 'web_fetch') && versionOf(tool) >= RUNS_CODE
}

function versionOf({ type }: JsonObject): number {
  return Number(/_(\d{8})$/.exec(stringOf(type))?.[1] ?? 0)
}
