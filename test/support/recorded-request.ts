import type { ContentBlock, DocumentBlock } from '#lib/canonical/block.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Role } from '#lib/canonical/role.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import type { Loose } from '#test/conformance/oracle/expectation.ts'
import { message } from './message-builder.ts'
import type { Recording } from './recording.ts'

export interface RecordedRequest {
  messages: Message[]
  tools: ToolDefinition[]
  system: string | null
}

/** What a provider puts into the prompt by itself for these is not in the messages. */
const NOT_OURS = ['response_format', 'format', 'output_config', 'output_format', 'mcp_servers', 'web_search_options']

/** A recorded request in canonical form, near enough to count its tokens; null where it holds what we have no block for. */
export function recordedRequest({ request }: Recording): RecordedRequest | null {
  const body: Loose = chatShaped(request?.body)
  if (!body?.messages || NOT_OURS.some((field) => body[field] !== undefined)) return null
  const tools = (body.tools ?? []).map((tool: Loose) => tool.function ?? tool)
  if (tools.some((tool: Loose) => typeof tool.name !== 'string' || !(tool.input_schema ?? tool.parameters))) return null
  const system =
    typeof body.system === 'string' ? body.system : (body.system ?? []).map(({ text }: Loose) => text).join('\n')
  try {
    return {
      system: system || null,
      messages: body.messages.map((each: Loose) => message(roleOf(each.role), blocksOf(each))),
      tools: tools.map((tool: Loose) => ({
        name: tool.name,
        description: tool.description ?? '',
        input_schema: tool.input_schema ?? tool.parameters,
        side_effects: 'none' as const,
      })),
    }
  } catch {
    return null
  }
}

/** The items of the Responses API as messages; null where a part of the conversation is kept by the provider. */
function chatShaped(body: Loose): Loose {
  if (body?.input === undefined) return body
  if (body.previous_response_id || body.text?.format?.type === 'json_schema') return null
  const items: Loose[] = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input
  return {
    ...body,
    system: body.instructions,
    messages: items.map((item) => {
      if (item.type === 'function_call') {
        return { role: 'assistant', tool_calls: [{ id: item.call_id, function: item }] }
      }
      return item.type === 'function_call_output' ? { role: 'tool', content: item.output } : item
    }),
  }
}

const roleOf = (role: string): Role => (role === 'developer' ? 'system' : (role as Role))

function blocksOf({ content, thinking, tool_calls = [] }: Loose): ContentBlock[] {
  const parts: Loose[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
  const calls = (tool_calls ?? []).map((call: Loose) => ({
    type: 'tool_use' as const,
    id: call.id ?? 'call',
    name: call.function.name,
    // Ollama's are an object.
    input: isJsonObject(call.function.arguments)
      ? call.function.arguments
      : JSON.parse(call.function.arguments || '{}'),
  }))
  // Ollama's stands beside the content.
  return [...(thinking ? [blockOf({ type: 'thinking', thinking })] : []), ...parts.map(blockOf), ...calls]
}

function blockOf(part: Loose): ContentBlock {
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'thinking':
      return { type: 'text', text: part.text ?? part.thinking }
    case 'image':
    case 'image_url':
    case 'input_image':
      return imageOf(part.source?.data ?? part.image_url?.url ?? part.image_url ?? '')
    case 'document':
    case 'file':
    case 'input_file':
      return fileOf(part)
    case 'tool_use':
      return part
    case 'tool_result':
      return { type: 'tool_result', tool_use_id: part.tool_use_id, content: blocksOf(part) }
    default:
      throw new TypeError(`no block for ${part.type}`)
  }
}

/** A file that came with the request, or its address; one that the provider keeps is none of ours. */
function fileOf({ source = {}, file = {}, ...part }: Loose): DocumentBlock {
  const said = source.url ?? source.data ?? file.file_data ?? part.file_url ?? part.file_data
  if (typeof said !== 'string') throw new TypeError('no file in the request')
  const name = part.title ?? part.filename ?? file.filename ?? 'document.pdf'
  const [, type, base64] = /^data:([^;,]+);base64,(.*)$/s.exec(said) ?? []
  if (/^https?:/.test(said)) {
    return { type: 'document', source: { kind: 'url', data: said }, media_type: 'application/pdf', name }
  }
  const data = source.type === 'text' ? Buffer.from(said).toString('base64') : (base64 ?? said)
  return { type: 'document', source: { kind: 'base64', data }, media_type: type ?? source.media_type, name }
}

function imageOf(data: string): ContentBlock {
  const base64 = /^data:[^,]+,(.*)$/s.exec(data)?.[1] ?? (data.includes(':') ? undefined : data)
  const source = base64 ? { kind: 'base64' as const, data: base64 } : { kind: 'url' as const, data }
  return { type: 'image', source, media_type: 'image/png' }
}
