import type { Losses } from './losses.ts'

/** A message of another product, by what it says of its place. */
export interface Linked {
  id: string
  parent: string | null
  created_at: string | null
}

/** Cut off is what hangs on a node whose link led nowhere. */
export type Arranged<N> = N & { isCutOff: boolean }

/**
 * The same nodes as a forest: parents first, and otherwise by time. A node with an id that was there before is left out, one that
 * follows a node which is not there, or follows itself around a circle, begins a tree. Identity and order come from links and times
 * alone: no product keeps the order of its nodes from one export to the next, and times may run backwards along a path.
 */
export function arrange<N extends Linked>(nodes: readonly N[], losses: Losses): Arranged<N>[] {
  const places = new Map<string, Place<N>>()
  for (const node of nodes) {
    if (places.has(node.id)) losses.add('repeated_id')
    else
      places.set(node.id, { node, parent: null, index: places.size, state: 'new', isCutOff: false, depth: 0, time: '' })
  }
  for (const place of places.values()) {
    if (place.node.parent === null) continue
    place.parent = places.get(place.node.parent) ?? null
    if (place.parent === null) cutOff(place, losses)
  }
  for (const place of places.values()) settle(place, losses)
  return [...places.values()]
    .sort((a, b) => compare(a.time, b.time) || a.depth - b.depth || a.index - b.index)
    .map(({ node, parent, isCutOff }) => ({ ...node, parent: parent?.node.id ?? null, isCutOff }))
}

interface Place<N> {
  node: N
  parent: Place<N> | null
  index: number
  /** `open` while it is on the way up that is being walked. */
  state: 'new' | 'open' | 'settled'
  isCutOff: boolean
  depth: number
  /** The latest on the way to it, its own included: never earlier than its parent's. */
  time: string
}

/** Depth and time of a node and of all above it; each is walked once, without recursion: a chat may be 10,000 messages deep. */
function settle<N extends Linked>(start: Place<N>, losses: Losses): void {
  const way: Place<N>[] = []
  for (let place: Place<N> | null = start; place?.state === 'new'; place = place.parent) {
    place.state = 'open'
    way.push(place)
    if (place.parent?.state === 'open') cutOff(place, losses)
  }
  for (const place of way.toReversed()) {
    const own = place.node.created_at ?? ''
    place.depth = place.parent === null ? 0 : place.parent.depth + 1
    if (place.parent?.isCutOff) place.isCutOff = true
    place.time = place.parent !== null && place.parent.time > own ? place.parent.time : own
    place.state = 'settled'
  }
}

function cutOff(place: Place<unknown>, losses: Losses): void {
  place.parent = null
  place.isCutOff = true
  losses.add('broken_link')
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
