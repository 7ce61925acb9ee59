import type { RoutingDecisionRecord, RoutingMode } from '../canonical/message.ts'
import type { ChainLink } from './catalog.ts'

/** What an answer keeps of the decision that chose its model (canonical-message-format §4.3). */
export function routingRecordOf(
  chosen: { model: string; mode: RoutingMode; reason: string },
  chain: readonly ChainLink[],
): RoutingDecisionRecord {
  const { model, mode, reason } = chosen
  const others = chain.flatMap((link) => (link.model === undefined || link.model === model ? [] : [link.model]))
  return { mode, chosen_model: model, reason, alternatives_considered: [...new Set(others)] }
}
