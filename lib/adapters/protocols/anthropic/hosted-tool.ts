import type { Citation, HostedToolBlock, HostedToolResult } from '../../../canonical/hosted-tool.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { callOf, citation, failure, objectsIn, output, plainResult, source, sources } from '../../answer/hosted-tool.ts'
import { readableText } from '../../history/readable-text.ts'
import type { WireBlock } from './wire.ts'
import { objectOf, stringOf } from './wire.ts'

export function isHostedCall({ type }: WireBlock): boolean {
  return type.endsWith('_tool_use')
}

export function isHostedResult({ type }: WireBlock): boolean {
  return type.endsWith('_tool_result')
}

/** A call as its block tells it: `server_tool_use`, or `mcp_tool_use` with the server that has the tool. */
export function hostedCall({ name, server_name, input }: WireBlock): HostedToolBlock {
  const named = stringOf(name)
  const server = stringOf(server_name)
  return callOf(toolNamed(named), server === '' ? named : `${server}: ${named}`, objectOf(input) ?? {})
}

/** A result whose call stands in an earlier answer, which paused there (wire-rule 191). */
export function callOfResult({ type }: WireBlock): HostedToolBlock {
  const name = type.slice(0, -'_tool_result'.length)
  return callOf(toolNamed(name), name, {})
}

/** The call with what came of it: errors come inside of a result (wire-rule 192). */
export function withResult(call: HostedToolBlock, { content, is_error }: WireBlock): HostedToolBlock {
  const result = is_error === true ? failure('failed', readableText(content)) : readResult(content)
  return { ...call, status: result.error ? 'failed' : 'completed', result }
}

function toolNamed(name: string): HostedToolBlock['tool'] {
  if (name === 'web_search' || name === 'web_fetch') return name
  return name.endsWith('code_execution') ? 'code_execution' : 'other'
}

function readResult(content: JsonValue | undefined): HostedToolResult {
  if (!isJsonObject(content)) {
    const found = objectsIn(content).filter(({ type }) => type === 'web_search_result')
    return found.length > 0 ? { sources: sources(found.map(source)) } : plainResult(readableText(content))
  }
  const { type, stdout, stderr, return_code } = content
  if (stringOf(type).endsWith('_error')) return failure(content.error_code, content.error_message)
  if (type === 'web_fetch_result') return { sources: sources([page(content)]) }
  if (return_code !== undefined || stdout !== undefined) {
    const files = objectsIn(content.content).map(({ file_id }) => stringOf(file_id))
    return { output: output(stdout, stderr, return_code, files.filter(Boolean)) }
  }
  return plainResult(readableText(content))
}

function page({ url, content }: JsonObject) {
  const document = objectOf(content) ?? {}
  const { type, data } = objectOf(document.source) ?? {}
  return source({ url: url ?? null, title: document.title ?? null, text: type === 'text' ? (data ?? null) : null })
}

/** Positions of this wire are those in the source; what is cited is all of the text that the citation comes with. */
export function readCitation(cited: JsonValue | undefined): Citation | null {
  if (!isJsonObject(cited)) return null
  const { url, title, document_title, cited_text, document_index: document, start_page_number: page } = cited
  return citation({ url: url ?? cited.source, title: title ?? document_title, cited_text, document, page })
}
