import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { readKept, writeKept } from '../composer/draft-store.ts'
import type { Editing, SessionState } from '../live/session-state.ts'
import { wordsOf } from './said-again.ts'

/** Questions of a chat that are written anew and not sent: what is written, the last one at the end. */
function keptEdits(chat: string): readonly Editing[] {
  const text = readKept('draft-edits', chat)
  if (text === '') return []
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isEditing) : []
  } catch {
    return []
  }
}

function isEditing(value: unknown): value is Editing {
  const { message_id, text } = (value ?? {}) as { message_id?: unknown; text?: unknown }
  return typeof message_id === 'string' && typeof text === 'string'
}

export function lastEdit(chat: string): Editing | undefined {
  return keptEdits(chat).at(-1)
}

/** What is typed; nothing of it is kept where it says what the question says. */
export function keepEdit(chat: string, { id, content }: PublicMessage, text: string): void {
  const others = keptEdits(chat).filter(({ message_id }) => message_id !== id)
  write(chat, text === wordsOf(content) ? others : [...others, { message_id: id, text }])
}

/** It was sent (`sent`: in these words; those of another window stay), taken back, or is of a question that is gone. */
export function forgetEdit(chat: string, question: string, sent?: string): void {
  const edits = keptEdits(chat)
  const others = edits.filter(({ message_id, text }) => message_id !== question || (sent ?? text) !== text)
  if (others.length < edits.length) write(chat, others)
}

function write(chat: string, edits: readonly Editing[]): void {
  writeKept('draft-edits', chat, edits.length === 0 ? '' : JSON.stringify(edits))
}

/** A question is written anew: from its own words, or from what was typed before. */
export function beginEdit(state: SessionState, chat: string, { id, content }: PublicMessage): SessionState {
  const text = keptEdits(chat).find(({ message_id }) => message_id === id)?.text ?? wordsOf(content)
  return { ...state, editing: { message_id: id, text } }
}
