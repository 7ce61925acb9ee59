import { SessionHash } from '../canonical/session-hash.ts'
import type { ChatCounts, ChatLine } from './format.ts'
import type { ReadChat } from './read-chats.ts'
import { type Uploads, uploadsIn } from './uploads.ts'

/** What came of writing a chat. */
export interface ChatSummary {
  hash: string
  counts: ChatCounts
}

/** A chat line by line. `onEnd` is told what its last line says. */
export async function* ndjsonChat(
  chat: ReadChat,
  uploads: Uploads,
  onEnd: (summary: ChatSummary) => void,
): AsyncGenerator<string> {
  const { session, head_id, turns, tool_calls, calls, events, projections } = chat
  yield printLine({ type: 'session', session, head_id })
  const hash = new SessionHash()
  let messages = 0
  for await (const { message, parent_id, hash: own } of chat.messages()) {
    hash.add({ id: message.id, parent_id, hash: own })
    messages += 1
    for (const upload of uploadsIn(message.content)) uploads.want(upload)
    yield printLine({ type: 'message', parent_id, hash: own, message })
  }
  for (const turn of turns) yield printLine({ type: 'turn', turn })
  for (const tool_call of tool_calls) yield printLine({ type: 'tool_call', tool_call })
  for (const call of calls) yield printLine({ type: 'call', call })
  for (const event of events) yield printLine({ type: 'event', event })
  for (const projection of projections) yield printLine({ type: 'projection', projection })
  const counts = {
    messages,
    turns: turns.length,
    tool_calls: tool_calls.length,
    calls: calls.length,
    events: events.length,
    projections: projections.length,
  }
  const summary = { hash: hash.value, counts }
  onEnd(summary)
  yield printLine({ type: 'end', ...summary })
}

export function printLine(line: ChatLine): string {
  return `${JSON.stringify(line)}\n`
}
