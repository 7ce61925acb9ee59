import type { ContentBlock, ImageBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { PublicMessage } from '../canonical/public-message.ts'
import type { Usage } from '../canonical/usage.ts'
import type { ToolCall } from '../store/store.ts'
import { isHidden } from './snapshot.ts'

/** What stands where all of a message, or of a result, was hidden: neither may be empty. */
const NOT_SHARED = '[Not part of the shared conversation]'

/** What an answer says of itself where the share does not. */
const UNKNOWN = 'unknown'
const UNKNOWN_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
  estimated: true,
  cost_usd: null,
  pricing_version: null,
  latency_ms: 0,
}

/**
 * The messages of a share as those of a chat can be: what is hidden is gone, and what a whole answer must have is there.
 * `uploads` has the pictures by where the share has them.
 */
export function continued(messages: readonly PublicMessage[], uploads: ReadonlyMap<string, string>): Message[] {
  return messages.flatMap(({ parent_id: _place, ...message }) => {
    const content = shownBlocks(message.content, uploads)
    // A result whose call is hidden answers nothing.
    if (message.role === 'tool' && !message.metadata.parent_tool_use_id) return []
    const isEmpty = content.length === 0 && message.role !== 'assistant'
    return [
      {
        ...message,
        content: isEmpty ? [{ type: 'text', text: NOT_SHARED }] : content,
        metadata: message.role === 'assistant' ? wholeMetadata(message) : message.metadata,
      } as Message,
    ]
  })
}

/** A row for each call: closed where its result is there too. */
export function callsOf(messages: readonly Message[]): ToolCall[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.content.flatMap((block) =>
        block.type === 'tool_result' ? [[block.tool_use_id, { message, block }]] : [],
      ),
    ) as [string, { message: Message; block: { is_error?: boolean } }][],
  )
  return messages.flatMap((message) =>
    message.content.flatMap((block): ToolCall[] => {
      if (block.type !== 'tool_use') return []
      const result = results.get(block.id)
      return [
        {
          id: block.id,
          session_id: message.session_id,
          message_id: message.id,
          result_message_id: result?.message.id ?? null,
          name: block.name,
          status: !result ? 'cancelled' : result.block.is_error ? 'failed' : 'succeeded',
          provider_id: null,
          provider: null,
          created_at: message.created_at,
          completed_at: result?.message.created_at ?? message.created_at,
        },
      ]
    }),
  )
}

function shownBlocks(content: readonly ContentBlock[], uploads: ReadonlyMap<string, string>): ContentBlock[] {
  return content.flatMap((block): ContentBlock[] => {
    if (isHidden(block)) return []
    if (block.type === 'image') return uploaded(block, uploads)
    if (block.type !== 'tool_result') return [withoutMarks(block)]
    const inner = shownBlocks(block.content, uploads)
    return [{ ...block, content: inner.length === 0 ? [{ type: 'text', text: NOT_SHARED }] : inner }]
  })
}

function uploaded({ type, source, media_type }: ImageBlock, uploads: ReadonlyMap<string, string>): ContentBlock[] {
  const data = uploads.get(source.data)
  return data === undefined ? [] : [{ type, source: { kind: 'file_ref', data }, media_type }]
}

/** They are of the page of a share alone. */
function withoutMarks(block: ContentBlock): ContentBlock {
  const { input_hidden: _input, result_hidden: _result, ...rest } = block as ContentBlock & Record<string, unknown>
  return rest as ContentBlock
}

function wholeMetadata({ metadata }: Pick<Message, 'metadata'>): Message['metadata'] {
  const { model = UNKNOWN, provider = UNKNOWN } = metadata
  const routing = {
    mode: 'default' as const,
    chosen_model: model ?? UNKNOWN,
    reason: 'It came with a shared conversation.',
    alternatives_considered: [],
  }
  return { ...metadata, model, provider, routing, usage: metadata.usage ?? UNKNOWN_USAGE }
}
