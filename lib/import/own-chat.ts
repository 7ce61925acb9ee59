import { isBlockOf } from '../canonical/block.ts'
import { messageHash } from '../canonical/hash.ts'
import { isId, isToolUseId } from '../canonical/id.ts'
import { messageViolations } from '../canonical/invariant.ts'
import { SessionHash } from '../canonical/session-hash.ts'
import type { ChatCounts, ChatLine } from '../export/format.ts'
import { readChatLine } from '../export/read-line.ts'
import { shortened } from '../shortened.ts'
import type { CostedCall } from '../store/export-store.ts'
import type { WholeChat } from '../store/import-store.ts'
import { BadChatError } from './format.ts'
import type { Loss } from './found.ts'
import { settledChat } from './settle.ts'

export interface ReadOwnChat {
  chat: WholeChat
  /** `SessionHash` of what is to be stored: that of the export, but where an answer was being written then. */
  hash: string
  losses: Loss[]
}

/** Characters: a chat is held in memory, once. */
const LARGEST_CHAT = 256 * 1024 * 1024
const LONGEST_TITLE = 200
const LONGEST_ID = 100

type Lines = { [T in ChatLine['type']]: Extract<ChatLine, { type: T }>[] }

/**
 * A chat of an export of ours. Throws a `BadChatError` for one that is not whole, or not what it was when it was exported:
 * that could not be told from what was meant.
 */
export async function readOwnChat(
  lines: AsyncIterable<string>,
  { session_id, owner_id, exported_at }: { session_id: string; owner_id: string; exported_at: string },
): Promise<ReadOwnChat> {
  const read = await readLines(lines)
  const [first, second] = read.session
  const end = read.end.at(-1)
  if (!first || second) throw new BadChatError('it does not begin with one chat')
  if (!end) throw new BadChatError('it is cut off: its last line is missing')
  if (first.session.id !== session_id || !isId(session_id))
    throw new BadChatError('it is another chat than the list says')
  assertWhole(read, end)
  const { chat, losses } = settledChat(
    {
      session: {
        ...first.session,
        owner_id,
        title: first.session.title && shortened(first.session.title, LONGEST_TITLE),
      },
      head_id: first.head_id,
      messages: read.message.map(({ message, parent_id }) => ({ message, parent_id })),
      turns: read.turn.map(({ turn }) => ({ ...turn, started_by: owner_id })),
      tool_calls: read.tool_call.map(({ tool_call }) => tool_call),
      calls: read.call.map(({ call }) => ownCall(call, owner_id)),
      events: read.event.map(({ event }) => event),
      projections: read.projection.map(({ projection }) => projection),
    },
    exported_at,
  )
  assertFits(chat)
  const repriced = read.call.filter(({ call }) => call.repriced !== null).length
  return {
    chat,
    hash: hashOf(chat),
    losses: [...losses, ...(repriced > 0 ? [{ kind: 'repriced' as const, count: repriced }] : [])],
  }
}

/** Spent by whoever imports it, and of no team of this installation. */
export function ownCall({ repriced: _elsewhere, ...call }: CostedCall, owner_id: string) {
  return { ...call, started_by: owner_id, team_id: null }
}

async function readLines(lines: AsyncIterable<string>): Promise<Lines> {
  const read: Lines = {
    session: [],
    message: [],
    turn: [],
    tool_call: [],
    call: [],
    event: [],
    projection: [],
    end: [],
  }
  let number = 0
  let size = 0
  for await (const text of lines) {
    number += 1
    size += text.length
    if (size > LARGEST_CHAT) throw new BadChatError('it is larger than any chat that can be read')
    const result = readLine(text)
    if ('reason' in result) throw new BadChatError(`line ${number} cannot be read: ${result.reason}`)
    if (result.line) (read[result.line.type] as ChatLine[]).push(result.line)
  }
  return read
}

/** What is nested without end has no hash, and no line of ours is. */
function readLine(text: string): ReturnType<typeof readChatLine> {
  try {
    return readChatLine(text)
  } catch (cause) {
    if (cause instanceof RangeError) return { reason: 'it is nested too deeply' }
    throw cause
  }
}

function assertWhole(read: Lines, { hash, counts }: { hash: string; counts: ChatCounts }): void {
  const found: ChatCounts = {
    messages: read.message.length,
    turns: read.turn.length,
    tool_calls: read.tool_call.length,
    calls: read.call.length,
    events: read.event.length,
    projections: read.projection.length,
  }
  for (const kind of Object.keys(found) as (keyof ChatCounts)[]) {
    const [expected, there] = [counts[kind], found[kind]]
    if (expected !== there) throw new BadChatError(`it should hold ${expected} ${kind}, and holds ${there}`)
  }
  const session = new SessionHash()
  for (const { message, parent_id, hash: said } of read.message) {
    const own = hashOfMessage(message)
    if (own !== said) throw new BadChatError(`message ${message.id} was changed since it was exported`)
    session.add({ id: message.id, parent_id, hash: own })
  }
  if (session.value !== hash) throw new BadChatError('its messages were put in another order, or their hashes changed')
}

function hashOfMessage(message: Parameters<typeof messageHash>[0]): string {
  try {
    return messageHash(message)
  } catch {
    throw new BadChatError(`message ${message.id} holds something that cannot be stored`)
  }
}

function hashOf({ messages }: WholeChat): string {
  const hash = new SessionHash()
  for (const { message, parent_id } of messages) hash.add({ id: message.id, parent_id, hash: messageHash(message) })
  return hash.value
}

/** What refers to each other is there, and nothing is of another chat: the database would say so less clearly. */
function assertFits({
  session: { id },
  head_id,
  messages,
  turns,
  tool_calls,
  calls,
  events,
  projections,
}: WholeChat): void {
  const seen = new Set<string>()
  for (const { message, parent_id } of messages) {
    const [violation] = messageViolations(message)
    if (violation) throw new BadChatError(`message ${message.id}: ${violation.problem}`)
    if (parent_id !== null && !seen.has(parent_id)) {
      throw new BadChatError(`message ${message.id} follows one that does not come before it`)
    }
    if (seen.has(message.id)) throw new BadChatError(`message ${message.id} is there twice`)
    if (parent_id !== null && message.id <= parent_id) {
      throw new BadChatError(`message ${message.id} does not sort after the one that it follows`)
    }
    seen.add(message.id)
  }
  if (head_id !== null && !seen.has(head_id)) throw new BadChatError('the end of its path is not there')
  const isThere = (messageId: string | null) => messageId === null || seen.has(messageId)
  for (const call of tool_calls) {
    if (!isToolUseId(call.id))
      throw new BadChatError(`the id of a tool call is not one of ours: ${shortened(call.id, LONGEST_ID)}`)
    if (!isThere(call.message_id) || !isThere(call.result_message_id)) {
      throw new BadChatError(`the call ${call.id} of a tool refers to a message that is not there`)
    }
  }
  for (const [kind, rows] of Object.entries({
    message: messages.map(({ message }) => message),
    turns,
    tool_calls,
    calls,
    events,
    projections,
  })) {
    const stranger = (rows as { session_id: string | null }[]).find(({ session_id }) => session_id !== id)
    if (stranger) throw new BadChatError(`it holds something of another chat, among its ${kind}`)
  }
  for (const each of [...turns, ...events, ...calls]) {
    if (each.id.length > LONGEST_ID) throw new BadChatError('an id in it is longer than any of ours')
  }
}

/** How many ways on there are beside the first one. */
export function branchesOf(messages: WholeChat['messages']): number {
  const followed = new Set(messages.map(({ parent_id }) => parent_id))
  return Math.max(0, messages.filter(({ message }) => !followed.has(message.id)).length - 1)
}

export function toolCallsOf(messages: WholeChat['messages']): number {
  return messages.reduce((sum, { message }) => sum + message.content.filter(isBlockOf('tool_use')).length, 0)
}
