import type { ContentBlock } from '../../../canonical/block.ts'
import type { Role } from '../../../canonical/role.ts'
import { piecesOf, type Said } from './answer.ts'
import type { Linked } from './arrange.ts'
import { idOf, placeId } from './chat.ts'
import type { Losses } from './losses.ts'
import { type Thread, threadOf } from './thread.ts'
import { textOf } from './value.ts'

const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  model: 'assistant',
  ai: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
}

/** Who speaks, in any of the words that products have for it. */
export function roleOf(value: unknown): Role | null {
  const word = textOf(value).toLowerCase()
  return Object.hasOwn(ROLES, word) ? (ROLES[word] ?? null) : null
}

/** One message of another product, read. */
export interface Spoken extends Said {
  role: Role
  content: ContentBlock[]
  created_at?: string | null
}

interface Line extends Thread {
  system_prompt: string | null
}

interface LineOptions {
  /** The product's own id of a message. */
  idIn?: (message: unknown) => unknown
  /** Whether it keeps one answer as several messages. */
  joins?: boolean
}

/**
 * A chat whose messages stand in the order in which they were said, without branches. `read` makes null of what is no message,
 * which is counted. What the system says in front of all else is the system prompt.
 */
export function lineOf(
  messages: readonly unknown[],
  losses: Losses,
  read: (message: unknown, id: string) => Spoken | null,
  { idIn, joins = false }: LineOptions = {},
): Line {
  const nodes: (Linked & { spoken: Spoken })[] = []
  const prompts: string[] = []
  const taken = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const own = idOf(idIn?.(message))
    const id = own === null || taken.has(own) ? placeId(message, index) : own
    taken.add(id)
    const spoken = read(message, id)
    if (spoken === null) losses.add('unreadable')
    else if (spoken.role === 'system' && nodes.length === 0) prompts.push(...wordsOf(spoken.content))
    else nodes.push({ id, parent: nodes.at(-1)?.id ?? null, created_at: spoken.created_at ?? null, spoken })
  }
  const thread = threadOf(nodes, nodes.at(-1)?.id ?? null, losses, toPieces, { joins })
  return { ...thread, system_prompt: prompts.length > 0 ? prompts.join('\n\n') : null }
}

function wordsOf(content: readonly ContentBlock[]): string[] {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}

function toPieces({ id, spoken }: { id: string; spoken: Spoken }) {
  const { role, content, created_at: _placed, ...said } = spoken
  return piecesOf(id, role, content, said)
}
