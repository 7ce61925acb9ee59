import type { RoutingDecisionRecord, RoutingMode } from '../canonical/message.ts'
import type { ChainLink } from './catalog.ts'

/** What an answer keeps of the decision that chose its model (canonical-message-format §4.3). */
export function routingRecordOf(
  chosen: { model: string; mode: RoutingMode; reason: string; rule_name?: string | undefined },
  chain: readonly ChainLink[],
): RoutingDecisionRecord {
  const { model, mode, reason, rule_name } = chosen
  const others = chain.flatMap((link) => (link.model === undefined || link.model === model ? [] : [link.model]))
  const named = rule_name === undefined ? {} : { rule_name, confidence: 1 }
  return { mode, chosen_model: model, reason, ...named, alternatives_considered: [...new Set(others)] }
}
