import type { PublicMessage } from '#lib/canonical/public-message.ts'

/** The messages of a session as far as this page has them, and the one path through them that is shown. */
export interface MessageTree {
  /** Of every branch that was seen, by id; each names its parent. */
  readonly known: ReadonlyMap<string, PublicMessage>
  /** The leaf of the active path. While its message is awaited, the path of before stays. */
  readonly head: string | null
  /** Up to the head, ascending, from the oldest message that is known without a gap. */
  readonly path: readonly PublicMessage[]
}

export const EMPTY_TREE: MessageTree = { known: new Map(), head: null, path: [] }

/**
 * Takes in a message as it happens: a new one is the end of the active path from then on, wherever it hangs, and one that
 * is known is replaced where it stands. One step where it follows the head.
 */
export function appendMessage(tree: MessageTree, message: PublicMessage): MessageTree {
  const known = new Map(tree.known).set(message.id, message)
  if (tree.known.has(message.id)) {
    const at = tree.path.findLastIndex(({ id }) => id === message.id)
    return { ...tree, known, path: at === -1 ? tree.path : tree.path.with(at, message) }
  }
  const follows = tree.path.at(-1)?.id === message.parent_id
  const path = follows ? [...tree.path, message] : pathTo(known, message.id)
  return { known, head: message.id, path }
}

export function moveHead(tree: MessageTree, head: string): MessageTree {
  if (!tree.known.has(head)) return { ...tree, head }
  if (tree.path.at(-1)?.id !== head) return { ...tree, head, path: pathTo(tree.known, head) }
  return tree.head === head ? tree : { ...tree, head }
}

/** Whether the path that should be shown ends with a message that this page does not have. */
export function isHeadAwaited({ head, known }: MessageTree): boolean {
  return head !== null && !known.has(head)
}

/** Takes in what came before, of this path or of another one that was shown when it was asked for. */
export function addOlder(tree: MessageTree, page: readonly PublicMessage[]): MessageTree {
  const known = new Map([...page.map((message) => [message.id, message] as const), ...tree.known])
  if (known.size === tree.known.size) return tree
  const above = tree.path[0]?.parent_id
  return { ...tree, known, path: above ? [...pathTo(known, above), ...tree.path] : tree.path }
}

/** Takes in messages of other branches: the path stays. */
export function addBeside(tree: MessageTree, messages: readonly PublicMessage[]): MessageTree {
  const news = messages.filter((message) => !isSame(tree.known.get(message.id), message))
  if (news.length === 0) return tree
  const known = new Map([...tree.known, ...news.map((message) => [message.id, message] as const)])
  return { ...tree, known }
}

/** Whether a message is known to be on another branch than the path: what is above all that is known of that may be on it. */
export function isBesidePath({ known, path }: MessageTree, id: string): boolean {
  const onPath = new Set(path.map((message) => message.id))
  if (onPath.has(id)) return false
  let at = known.get(id)
  while (at) {
    const { parent_id } = at
    if (parent_id === null) return path[0]?.parent_id === null
    if (onPath.has(parent_id)) return true
    at = known.get(parent_id)
  }
  return false
}

interface Change {
  /** Messages that follow another one now. */
  moved: readonly { message_id: string; parent_id: string | null }[]
  head_id: string | null
}

/** Takes messages out. What followed them follows what they followed. */
export function removeMessages(tree: MessageTree, ids: readonly string[], change: Change): MessageTree {
  const gone = new Set(ids)
  return changed(
    [...tree.known].filter(([id]) => !gone.has(id)),
    change,
  )
}

/** Takes in messages that are there again, in the place that they had. */
export function restoreMessages(tree: MessageTree, messages: readonly PublicMessage[], change: Change): MessageTree {
  return changed([...tree.known, ...messages.map((message) => [message.id, message] as const)], change)
}

function changed(entries: Iterable<readonly [string, PublicMessage]>, { moved, head_id }: Change): MessageTree {
  const known = new Map(entries)
  for (const { message_id, parent_id } of moved) {
    const message = known.get(message_id)
    if (message) known.set(message_id, { ...message, parent_id })
  }
  return { known, head: head_id, path: head_id === null ? [] : pathTo(known, head_id) }
}

/** The end of the active path as the server has it; a message that says nothing new stays the object that it was. */
export function replacePath(tree: MessageTree, messages: readonly PublicMessage[]): MessageTree {
  const known = new Map(tree.known)
  for (const message of messages) if (!isSame(known.get(message.id), message)) known.set(message.id, message)
  const head = messages.at(-1)?.id ?? null
  return { known, head, path: head === null ? [] : pathTo(known, head) }
}

/** Ascending, from the oldest ancestor that is reached without a gap. */
function pathTo(known: MessageTree['known'], leaf: string): PublicMessage[] {
  const path: PublicMessage[] = []
  for (let message = known.get(leaf); message; message = known.get(message.parent_id ?? '')) path.push(message)
  return path.reverse()
}

function isSame(one: PublicMessage | undefined, other: PublicMessage): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other)
}
