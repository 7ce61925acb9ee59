import type { ContentBlock } from '../../../canonical/block.ts'
import type { ImportedMessage } from '../../imported-chat.ts'
import type { Piece } from './answer.ts'
import { type Arranged, arrange, type Linked } from './arrange.ts'
import type { Losses } from './losses.ts'

/** Where a node stands, for whoever makes messages of it. */
export interface Before {
  /** The message that it follows. */
  message: ImportedMessage | null
  /** Nothing else follows that message. */
  isAlone: boolean
}

export interface Thread {
  messages: ImportedMessage[]
  head: string | null
}

/**
 * The messages of a chat from the nodes that another product kept. A node becomes as many messages as it has pieces; one without
 * any is passed over, and what follows it follows what it follows, so that a hidden node in the middle cuts nothing. Without a
 * `head`, or with one that is not there, it is the newest leaf of what is not cut off.
 *
 * A piece of the same role is joined with the message before, where nothing else follows that: more of one result always, more of
 * one answer where `joins` says that the product keeps an answer as several nodes.
 */
export function threadOf<N extends Linked>(
  nodes: readonly N[],
  head: string | null,
  losses: Losses,
  toPieces: (node: N, before: Before) => readonly Piece[],
  { joins = false }: { joins?: boolean } = {},
): Thread {
  const arranged = arrange(nodes, losses)
  const grown = new Growth(arranged, joins)
  for (const node of arranged) grown.add(node, toPieces(node, grown.before(node)))
  const { messages } = grown
  const shown = (head === null ? null : grown.endOf(head)) ?? grown.newest ?? messages.at(-1)
  return { messages, head: shown?.external_id ?? null }
}

interface End {
  message: ImportedMessage | null
  /** Whether nothing else follows what the next node follows. */
  isAlone: boolean
}

const START: End = { message: null, isAlone: false }
/** How far up the call of a result is looked for where several calls have its id. */
const FARTHEST = 100

class Growth {
  readonly messages: ImportedMessage[] = []
  /** The newest leaf of what is not cut off. */
  newest: ImportedMessage | null = null
  readonly #joins: boolean
  #ends = new Map<string, End>()
  #followers = new Map<string | null, number>()
  #taken: Set<string>
  #byId = new Map<string, ImportedMessage>()
  /** By the id that the product gave it: each call of it, with the id that it has here. */
  #calls = new Map<string, { message: string; id: string }[]>()

  constructor(nodes: readonly Linked[], joins: boolean) {
    this.#joins = joins
    this.#taken = new Set(nodes.map(({ id }) => id))
    for (const { parent } of nodes) this.#followers.set(parent, (this.#followers.get(parent) ?? 0) + 1)
  }

  endOf(id: string): ImportedMessage | null {
    return this.#ends.get(id)?.message ?? null
  }

  before({ parent }: Linked): Before {
    const end = (parent === null ? undefined : this.#ends.get(parent)) ?? START
    return { message: end.message, isAlone: end.isAlone }
  }

  add(node: Arranged<Linked>, pieces: readonly Piece[]): void {
    const before = this.before(node)
    let { message } = before
    for (const [index, piece] of pieces.entries()) {
      const joined = message !== null && (index > 0 || before.isAlone) && this.#join(message, piece)
      if (!joined) message = this.#append(node, index, piece, message)
    }
    if (pieces.length > 0 && !node.isCutOff) this.newest = message
    const isOnly = this.#followers.get(node.id) === 1
    this.#ends.set(node.id, { message, isAlone: isOnly && (pieces.length > 0 || before.isAlone) })
  }

  #append(node: Linked, index: number, piece: Piece, parent: ImportedMessage | null): ImportedMessage {
    const message: ImportedMessage = {
      external_id: index === 0 ? node.id : this.#free(`${node.id}/${index + 1}`),
      parent: parent?.external_id ?? null,
      created_at: node.created_at,
      ...piece,
      content: [],
    }
    message.content = this.#ownCalls(piece.content, message)
    this.messages.push(message)
    this.#byId.set(message.external_id, message)
    return message
  }

  /** False where the two are two messages. */
  #join(message: ImportedMessage, piece: Piece): boolean {
    if (message.role !== piece.role) return false
    const [last] = message.content
    const [next] = piece.content
    if (last?.type === 'tool_result' && next?.type === 'tool_result') {
      if (this.#callOf(next.tool_use_id, message) !== last.tool_use_id) return false
      for (const block of next.content) last.content.push(block)
      if (next.is_error) last.is_error = true
      return true
    }
    const isOneAnswer = this.#joins && message.role === 'assistant' && (message.model ?? null) === (piece.model ?? null)
    if (!isOneAnswer || message.content.at(-1)?.type === 'tool_use') return false
    const { content, ...said } = piece
    for (const block of this.#ownCalls(content, message)) message.content.push(block)
    Object.assign(message, said)
    return true
  }

  /** The blocks with ids of calls that no other call of the chat has: some products count from 0 in each answer. */
  #ownCalls(content: readonly ContentBlock[], message: ImportedMessage): ContentBlock[] {
    return content.map((block) => {
      if (block.type === 'tool_result') return { ...block, tool_use_id: this.#callOf(block.tool_use_id, message) }
      if (block.type !== 'tool_use') return block
      const known = this.#calls.get(block.id) ?? []
      const id = known.length === 0 ? block.id : `${block.id}/${message.external_id}/${known.length}`
      this.#calls.set(block.id, [...known.slice(1 - FARTHEST), { message: message.external_id, id }])
      return { ...block, id }
    })
  }

  /** Of the calls with this id, the nearest above. */
  #callOf(id: string, from: ImportedMessage): string {
    const known = this.#calls.get(id) ?? []
    if (known.length < 2) return known[0]?.id ?? id
    let message: ImportedMessage | undefined = from
    for (let steps = 0; message !== undefined && steps < FARTHEST; steps += 1) {
      const { external_id, parent }: ImportedMessage = message
      const call = known.findLast((each) => each.message === external_id)
      if (call) return call.id
      message = parent === null ? undefined : this.#byId.get(parent)
    }
    return known.at(-1)?.id ?? id
  }

  #free(id: string): string {
    let free = id
    while (this.#taken.has(free)) free += '+'
    this.#taken.add(free)
    return free
  }
}
