import type { ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { Outlined } from '../../_client/use-api.ts'
import { groupTurns, isOfOtherTurn, placed, type TurnGroup } from '../../_content/turn-group.ts'
import { pathWhileAsking } from '../live/asking.ts'
import type { MessageTree } from '../live/message-tree.ts'
import type { Asking } from '../live/session-state.ts'

/** A turn of the conversation, whether its messages are here or not. */
export interface TurnRow {
  /** Of its first message that is shown. */
  id: string
  /** Where its messages are among all of the path. */
  from: number
  to: number
  /** How much is said in it, about, in characters. */
  size: number
  /** When its first message was made, and its last. */
  began: string
  ended: string
}

/** The path from its beginning, as far as it is known. */
export interface WholePath {
  ids: readonly string[]
  rows: readonly TurnRow[]
  /** In which row a message is, by its id. */
  rowOf: ReadonlyMap<string, number>
}

const LONGEST_QUESTION = 2_000

/** The path, and before it what is only outlined; without what a question that begins a branch leaves behind. */
export function wholePath(
  ancestors: readonly Outlined[],
  path: readonly PublicMessage[],
  asking: Asking | null,
): WholePath {
  const entries = pathWhileAsking([...ancestors, ...path.map(outlined)], asking)
  const rows: TurnRow[] = []
  const rowOf = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    const { id, role, size, created_at } = entry
    let open = rows.at(-1)
    const isShown = role === 'user' || role === 'assistant'
    if (isShown && (role === 'user' || !open || isOfOtherTurn(entry, entries[index - 1]))) {
      open = { id, from: index, to: index, size: 0, began: created_at, ended: created_at }
      rows.push(open)
    }
    if (!open) continue
    open.to = index + 1
    open.ended = created_at
    // A long question is folded.
    if (isShown) open.size += role === 'user' ? Math.min(size, LONGEST_QUESTION) : size
    rowOf.set(id, rows.length - 1)
  }
  return { ids: entries.map(({ id }) => id), rows, rowOf }
}

/** What is said in a row; `null` while one of its messages is not here. */
export function groupOf({ ids }: WholePath, row: TurnRow | undefined, known: MessageTree['known']): TurnGroup | null {
  if (!row) return null
  const messages = ids.slice(row.from, row.to).flatMap((id) => known.get(id) ?? [])
  return messages.length === row.to - row.from ? (groupTurns(messages)[0] ?? null) : null
}

function outlined(message: PublicMessage): Outlined {
  const { id, content, created_at } = message
  return { id, ...placed(message), created_at, size: content.reduce((size, block) => size + lengthOf(block), 0) }
}

function lengthOf(block: ContentBlock): number {
  return block.type === 'text' ? block.text.length : 0
}
