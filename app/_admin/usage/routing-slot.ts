import type { RoutingPolicy } from '#lib/events/catalog.ts'
import type { RoutesAnswer } from './use-usage.ts'

type Row = RoutesAnswer['rows'][number]

/** How often a slot of the routing chain came to what. */
export interface RoutingSlot {
  policy: string
  chose: number
  rejected: number
  deferred: number
  not_applicable: number
}

/** In the order of the chain; slots that a newer server has come last. Those that were never in a chain are left out. */
export function routingSlots(rows: readonly Row[]): RoutingSlot[] {
  const byPolicy = Map.groupBy(rows, ({ policy }) => policy as string)
  const place = (policy: string) => PLACES.get(policy) ?? PLACES.size
  return [...byPolicy]
    .map(([policy, of]) => {
      const count = (verdict: Row['verdict']) =>
        of.reduce((sum, row) => sum + (row.verdict === verdict ? row.decisions : 0), 0)
      return {
        policy,
        chose: count('chose'),
        rejected: count('rejected'),
        deferred: count('deferred'),
        not_applicable: count('not_applicable'),
      }
    })
    .toSorted((one, other) => place(one.policy) - place(other.policy))
}

const CHAIN = {
  per_message_override: 0,
  manual_sticky: 1,
  rule: 2,
  pattern: 3,
  delegate_request: 4,
  workspace_default: 5,
  global_default: 6,
} as const satisfies Record<RoutingPolicy, number>

const PLACES: ReadonlyMap<string, number> = new Map(Object.entries(CHAIN))
