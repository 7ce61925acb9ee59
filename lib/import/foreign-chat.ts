import { type ContentBlock, isBlockOf } from '../canonical/block.ts'
import { newId, newToolUseId } from '../canonical/id.ts'
import { type Message, SCHEMA_VERSION } from '../canonical/message.ts'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { WholeChat } from '../store/import-store.ts'
import type { PlacedMessage, ToolCall } from '../store/store.ts'
import type { ImportedChat, ImportedMessage, ImportSource } from './imported-chat.ts'

export interface ForeignOrigin {
  source: ImportSource
  owner_id: string
  imported_at: string
}

/**
 * A chat of another product as one of ours, under new ids: each of the time when it was said, and in the order of the list. What
 * a provider would refuse stays as it is; it is mended where a request is made.
 */
export function wholeChat(chat: ImportedChat, { source, owner_id, imported_at }: ForeignOrigin): WholeChat {
  const { external_id, title, system_prompt, archived = false, pinned = false, folder = null, tags = [] } = chat
  const times = chat.messages.flatMap(({ created_at }) => created_at ?? [])
  const created_at = formatted(chat.created_at ?? times[0] ?? imported_at)
  const session_id = newId(null, millis(created_at))
  const { messages, tool_calls, ids } = placedMessages(chat, { session_id, created_at, source })
  return {
    session: {
      id: session_id,
      owner_id,
      title,
      active_model: null,
      system_prompt,
      settings: {},
      title_origin: null,
      origin: { kind: 'import', source, external_id, imported_at },
      pinned,
      archived,
      folder,
      tags,
      temporary: false,
      turn: null,
      state: 'idle',
      cost_usd: '0',
      unpriced_calls: 0,
      created_at,
      updated_at: formatted(chat.updated_at ?? times.toSorted().at(-1) ?? created_at),
    },
    head_id: ids.get(chat.head ?? '') ?? messages.at(-1)?.message.id ?? null,
    messages,
    turns: [],
    tool_calls,
    calls: [],
    events: [],
    projections: [],
  }
}

interface InChat {
  session_id: string
  /** For what does not say when it was said. */
  created_at: string
  source: ImportSource
}

function placedMessages(chat: ImportedChat, place: InChat) {
  const ids = new Map<string, string>()
  const times = new Map<string, string>()
  const calls = new ToolCalls(place.session_id)
  let previous: string | null = null
  const messages = chat.messages.map((said): PlacedMessage => {
    // As old as what it answers, where nobody knows.
    const created_at = formatted(said.created_at ?? times.get(said.parent ?? '') ?? place.created_at)
    const id = newId(previous, millis(created_at))
    previous = id
    ids.set(said.external_id, id)
    times.set(said.external_id, created_at)
    const message = messageOf(said, { ...place, id, created_at, calls })
    calls.see(message)
    return { message, parent_id: said.parent === null ? null : (ids.get(said.parent) ?? null) }
  })
  return { messages, tool_calls: calls.rows, ids }
}

function messageOf(
  { role, content, model, status, stop_reason, error }: ImportedMessage,
  { session_id, source, id, created_at, calls }: InChat & { id: string; calls: ToolCalls },
): Message {
  const renamed = content.map((block) => calls.renamed(block))
  const [first] = renamed
  return {
    id,
    session_id,
    role,
    content: renamed,
    metadata: {
      imported_from: source,
      ...(model && { imported_model: model }),
      ...(status && { status }),
      ...(stop_reason && { stop_reason }),
      ...(error && { error: { error_class: 'other' as const, message: error } }),
      ...(role === 'tool' && first?.type === 'tool_result' && { parent_tool_use_id: first.tool_use_id }),
    },
    created_at,
    schema_version: SCHEMA_VERSION,
  }
}

/** The calls of tools in a chat, under ids of ours. */
class ToolCalls {
  readonly #session_id: string
  readonly #ids = new Map<string, string>()
  readonly #rows = new Map<string, ToolCall>()

  constructor(session_id: string) {
    this.#session_id = session_id
  }

  get rows(): ToolCall[] {
    return [...this.#rows.values()]
  }

  renamed(block: ContentBlock): ContentBlock {
    if (block.type === 'tool_use') return { ...block, id: this.#idOf(block.id) }
    return block.type === 'tool_result' ? { ...block, tool_use_id: this.#idOf(block.tool_use_id) } : block
  }

  /** One without a result has been given up. */
  see({ id: message_id, content, created_at }: Message): void {
    const none = { provider_id: null, provider: null, result_message_id: null, completed_at: created_at }
    for (const { id, name } of content.filter(isBlockOf('tool_use'))) {
      const call = {
        id,
        session_id: this.#session_id,
        message_id,
        name,
        status: 'cancelled',
        created_at,
        ...none,
      } as const
      this.#rows.set(id, call)
    }
    for (const { tool_use_id, is_error } of content.filter(isBlockOf('tool_result'))) {
      const call = this.#rows.get(tool_use_id)
      if (!call || call.result_message_id !== null) continue
      const status = is_error ? 'failed' : 'succeeded'
      this.#rows.set(tool_use_id, { ...call, status, result_message_id: message_id, completed_at: created_at })
    }
  }

  #idOf(external: string): string {
    const id = this.#ids.get(external) ?? newToolUseId()
    this.#ids.set(external, id)
    return id
  }
}

function millis(timestamp: string): number {
  return Math.floor(parseTimestamp(timestamp) / 1000)
}

/** With six decimals, as it comes back out of the database. */
function formatted(timestamp: string): string {
  return formatTimestamp(parseTimestamp(timestamp))
}
