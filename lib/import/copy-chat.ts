import { newId, newToolUseId, timeOfId } from '../canonical/id.ts'
import { type Names, noNames, renamedMessage } from '../session/fork.ts'
import type { WholeChat } from '../store/import-store.ts'

/**
 * The same chat under ids that nobody has, each of the time of the old one and in the same order. Its calls keep theirs: one
 * that this installation knows was spent once, whichever chat it is shown in.
 */
export function copyChat(chat: WholeChat): WholeChat {
  const names = noNames()
  const session_id = newId(null, timeOfId(chat.session.id))
  const newIds = (ids: readonly string[], known: Map<string, string>) => {
    let previous: string | null = null
    for (const id of ids.toSorted()) {
      previous = newId(previous, timeOfId(id))
      known.set(id, previous)
    }
  }
  const events = new Map<string, string>()
  newIds(
    chat.messages.map(({ message }) => message.id),
    names.messages,
  )
  newIds(
    chat.turns.map(({ id }) => id),
    names.turns,
  )
  newIds(
    chat.events.map(({ id }) => id),
    events,
  )
  for (const { id } of chat.tool_calls) names.tools.set(id, newToolUseId())
  const named = (id: string) => names.messages.get(id) ?? id
  const maybe = (id: string | null) => (id === null ? null : named(id))
  const messages = chat.messages.map(({ message, parent_id }) => ({
    message: renamedMessage({ ...message, id: named(message.id), session_id }, names),
    parent_id: maybe(parent_id),
  }))
  const everywhere = allNames(names, events).set(chat.session.id, session_id)
  return {
    session: { ...chat.session, id: session_id },
    head_id: maybe(chat.head_id),
    messages,
    turns: chat.turns.map((turn) => ({
      ...turn,
      session_id,
      id: names.turns.get(turn.id) ?? turn.id,
      question_id: named(turn.question_id),
    })),
    tool_calls: chat.tool_calls.map((call) => ({
      ...call,
      session_id,
      id: names.tools.get(call.id) ?? call.id,
      message_id: named(call.message_id),
      result_message_id: maybe(call.result_message_id),
    })),
    calls: chat.calls.map((call) => ({
      ...call,
      session_id,
      turn_id: call.turn_id && (names.turns.get(call.turn_id) ?? call.turn_id),
      message_id: maybe(call.message_id),
    })),
    events: chat.events.map((event) => renamedIn(event, everywhere) as typeof event),
    projections: chat.projections.map((record) => ({ ...record, session_id, message_id: named(record.message_id) })),
  }
}

function allNames({ messages, turns, tools }: Names, events: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...messages, ...turns, ...tools, ...events])
}

/** An id is a text that nothing else is, so it is one wherever it stands. */
function renamedIn(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((part) => renamedIn(part, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamedIn(part, names)]))
}
