import { newId, newToolUseId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import type { SessionOrigin } from '../canonical/session-origin.ts'
import type { SetAside, SettingsPatch } from '../canonical/session-settings.ts'
import { isUnreadable } from '../canonical/unreadable.ts'
import { shortened } from '../shortened.ts'
import type { CopiedPath, PlacedMessage, ToolCall } from '../store/store.ts'

const LONGEST_TITLE = 200

/** Of a chat that begins as a copy of another. */
export function forkTitle(title: string | null): string | null {
  return title && `${shortened(title, LONGEST_TITLE - ' (fork)'.length)} (fork)`
}

/** What a chat has beside a fork that begins at a later question than the other did. */
export function branchOf(
  { id, title }: Pick<Session, 'id' | 'title'>,
  path: readonly Message[],
  start: number,
  branched_at: string,
): { origin: SessionOrigin; settings: SettingsPatch } {
  const turn = path.slice(0, start + 1).filter(({ role }) => role === 'user').length
  return {
    origin: { kind: 'branch', session_id: id, title, turn, branched_at },
    // What providers counted before was of requests that began earlier.
    settings: { decided_at: branched_at },
  }
}

/** What of a path can be copied: what was said before an answer in the making. */
export function finishedOf(path: readonly Message[]): Message[] {
  const unfinished = path.findIndex(({ metadata }) => metadata.status === 'partial')
  const finished = unfinished === -1 ? path : path.slice(0, unfinished)
  // It stands for a row that cannot be read, and cannot be written.
  return finished.filter((message) => !isUnreadable(message))
}

/**
 * Messages of a path as those of another session: under ids of their own, for no id of a message, a turn or a tool call is
 * in two sessions. Everything else stays: when it was said, by which model, and what it took. Null where nothing of them is
 * finished.
 */
export function copyPath(path: readonly Message[], calls: readonly ToolCall[], session_id: string): CopiedPath | null {
  const kept = finishedOf(path)
  const names = noNames()
  const messages: PlacedMessage[] = []
  let parent_id: string | null = null
  for (const message of kept) {
    const id = newId(parent_id)
    names.messages.set(message.id, id)
    messages.push({ message: renamedMessage({ ...message, id, session_id }, names), parent_id })
    parent_id = id
  }
  if (parent_id === null) return null
  return {
    messages,
    tool_calls: calls.flatMap((call) => copiedCall(call, session_id, names) ?? []),
    head_id: parent_id,
  }
}

/** What is called otherwise in a copy, by what it was called. */
export interface Names {
  messages: Map<string, string>
  turns: Map<string, string>
  tools: Map<string, string>
}

export function noNames(): Names {
  return { messages: new Map(), turns: new Map(), tools: new Map() }
}

/** With new ids of its turn and of the calls in it; `names` learns those that it did not know. */
export function renamedMessage(message: Message, { turns, tools }: Names): Message {
  const { turn_id, parent_tool_use_id: answers } = message.metadata
  return {
    ...message,
    metadata: {
      ...message.metadata,
      ...(turn_id !== undefined && { turn_id: nameIn(turns, turn_id, () => newId()) }),
      ...(answers && { parent_tool_use_id: nameIn(tools, answers, newToolUseId) }),
    },
    content: message.content.map((block) => {
      if (block.type === 'tool_use') return { ...block, id: nameIn(tools, block.id, newToolUseId) }
      if (block.type !== 'tool_result') return block
      return { ...block, tool_use_id: nameIn(tools, block.tool_use_id, newToolUseId) }
    }),
  }
}

/** What the provider called it stays beside it. A call whose result was left behind has none any more. */
function copiedCall(call: ToolCall, session_id: string, { messages, tools }: Names): ToolCall | null {
  const message_id = messages.get(call.message_id)
  const id = tools.get(call.id)
  if (message_id === undefined || id === undefined) return null
  const result_message_id = call.result_message_id === null ? null : (messages.get(call.result_message_id) ?? null)
  const isOpen = call.status === 'pending' || (call.result_message_id !== null && result_message_id === null)
  return { ...call, id, session_id, message_id, result_message_id, ...(isOpen && { status: 'cancelled' }) }
}

function nameIn(names: Map<string, string>, old: string, make: () => string): string {
  const known = names.get(old)
  if (known !== undefined) return known
  const made = make()
  names.set(old, made)
  return made
}

/** What was set aside on a path, as its copy calls it. */
export function asideIn(
  copied: CopiedPath | null,
  path: readonly Message[],
  set_aside: readonly SetAside[] = [],
): SetAside[] | null {
  const copies = new Map(finishedOf(path).map(({ id }, index) => [id, copied?.messages[index]?.message.id]))
  const found = set_aside.flatMap(({ message_id, block_type }) => {
    const copy = copies.get(message_id)
    return copy === undefined ? [] : [{ message_id: copy, block_type }]
  })
  return found.length > 0 ? found : null
}
