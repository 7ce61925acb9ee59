import { textOf } from '../canonical/block.ts'
import type { BranchRow } from '../canonical/branch-row.ts'
import type { Store } from '../store/store.ts'
import { plainTitle } from '../turn/plain-title.ts'
import { mapBranches } from './branch-map.ts'

/** The map of a chat, with the first words of what it shows; of what is folded, `opened` are those from which on it is shown. */
export async function branchRows(
  store: Pick<Store, 'tree' | 'head' | 'messages'>,
  sessionId: string,
  opened: ReadonlySet<string> = new Set(),
): Promise<BranchRow[]> {
  const [tree, head] = await Promise.all([store.tree(sessionId), store.head(sessionId)])
  const places = mapBranches(tree, head, opened)
  const read = await store.messages(
    sessionId,
    places.flatMap((place) => (place.kind === 'folded' ? [] : place.last)),
  )
  const said = new Map(read.map(({ message }) => [message.id, message]))
  return places.map((place) => {
    if (place.kind === 'folded') return place
    const { id, last, ...row } = place
    const message = said.get(last)
    const words = message ? plainTitle(textOf(message.content)) : ''
    return { ...row, message_id: id, words, model: message?.metadata.model ?? null }
  })
}
