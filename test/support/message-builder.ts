import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { EXTRAS } from '#lib/adapters/registry.ts'
import type { ContentBlock, TextBlock, ToolResultBlock, ToolUseBlock } from '#lib/canonical/block.ts'
import type { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import type { Role } from '#lib/canonical/role.ts'

export const SESSION_ID = '01JZ0000000000000000000000'

let messages = 0

/** A message of the one session that tests use; ids sort in the order of the calls. */
export function message(role: Role, content: ContentBlock[] | string, metadata: MessageMetadata = {}): Message {
  messages += 1
  return {
    id: `01JZM${String(messages).padStart(21, '0')}`,
    session_id: SESSION_ID,
    role,
    content: typeof content === 'string' ? [text(content)] : content,
    metadata,
    created_at: '2026-05-08T12:00:00.000000Z',
    schema_version: 1,
  }
}

export const user = (content: ContentBlock[] | string, metadata?: MessageMetadata) => message('user', content, metadata)
export const system = (content: string) => message('system', content)
export const assistant = (content: ContentBlock[] | string, metadata?: MessageMetadata) =>
  message('assistant', content, metadata)
export const toolMessage = (toolUseId: string, content: ContentBlock[] | string = 'done') =>
  message('tool', [result(toolUseId, content)], { parent_tool_use_id: toolUseId })

export const text = (content: string): TextBlock => ({ type: 'text', text: content })

/** A canonical tool id: the same for the same number. */
export const toolId = (number: number) => `tu_01JZT${String(number).padStart(21, '0')}`

export const call = (id: string, name = 'calculator', input: JsonObject = {}): ToolUseBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
})

export const result = (toolUseId: string, content: ContentBlock[] | string = 'done'): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: toolUseId,
  content: typeof content === 'string' ? [text(content)] : content,
})

/** Everything allowed, so that a test names only what it takes away. */
export const ALL_CAPABILITIES: AdapterCapabilities = {
  supports_images: true,
  supports_thinking: true,
  supports_tools: true,
  supports_system_prompt: true,
  supports_structured_output: true,
  supports_streaming: true,
  supports_streaming_tool_calls: true,
  supports_parallel_tool_calls: true,
  supports_prompt_caching: true,
  supports_system_messages_in_list: true,
  max_context_tokens: 200_000,
  max_output_tokens: 32_000,
  accepted_image_media_types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
}

export function canonicalRequest(fields: Partial<CanonicalRequest> = {}): CanonicalRequest {
  return {
    request_id: 'req_1',
    session_id: SESSION_ID,
    messages: [user('Hello')],
    tools: [],
    system_prompt: null,
    model: 'anthropic:test-model',
    max_output_tokens: 1024,
    ...fields,
  }
}

/** A target that notes what is projected. */
export function testTarget(
  fields: Partial<Target> = {},
): Target & { records: Omit<ProjectionRecord, 'session_id' | 'adapter'>[] } {
  const records: Omit<ProjectionRecord, 'session_id' | 'adapter'>[] = []
  return {
    provider: 'anthropic',
    format: 'anthropic.messages',
    model: 'anthropic:test-model',
    wire_name: 'test-model',
    capabilities: ALL_CAPABILITIES,
    options: {},
    extras: EXTRAS,
    project: (record) => records.push(record),
    ...fields,
    records,
  }
}
