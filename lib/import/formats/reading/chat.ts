import { hashJson } from '../../../canonical/hash.ts'
import type { ImportedChat, ImportedMessage } from '../../imported-chat.ts'
import type { Losses } from './losses.ts'
import type { Thread } from './thread.ts'
import { jsonOf, nameOf } from './value.ts'

type About = Omit<ImportedChat, 'external_id' | 'messages' | 'head' | 'losses'>

/** Null where nobody said anything. `id` is the product's own, where it has one. */
export function chatOf(id: unknown, about: About, thread: Thread, losses: Losses): ImportedChat | null {
  const { messages, head } = thread
  if (!messages.some(({ role }) => role !== 'system')) return null
  const external_id = idOf(id) ?? idByBeginning(messages, about.created_at)
  return { external_id, ...about, messages, head, losses: losses.list() }
}

const LONGEST_ID = 200

/** An id as a text that is not too long to be one. Null where there is none. */
export function idOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : nameOf(value)
  return text !== null && text.length > LONGEST_ID ? hashJson(text) : text
}

/** To the second: exports do not agree on what comes after. Where no time is known the first answer has to tell chats apart. */
function idByBeginning(messages: readonly ImportedMessage[], created_at: string | null): string {
  const said = messages.filter(({ role }) => role !== 'system').map(({ role, content }) => ({ role, content }))
  const time = (created_at ?? messages[0]?.created_at)?.slice(0, 19)
  return hashJson(time === undefined ? said.slice(0, 2) : { time, said: said[0] })
}

/** For a message without an id: its place, which later ones do not change, and what it says. */
export function placeId(message: unknown, index: number): string {
  return `${index}-${hashJson(jsonOf(message)).slice(0, 12)}`
}
