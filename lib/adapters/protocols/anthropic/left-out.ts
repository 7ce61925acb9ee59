import type { Message } from '../../../canonical/message.ts'
import type { HistoryTarget } from '../../protocol.ts'
import { thoughtGate } from './bound-thinking.ts'
import { withoutRefusedTurns } from './refused-turn.ts'

/**
 * A history without the turns that its model refused, and without the thoughts that were refused. Those that lost their
 * ground stay: which they are is known only when all of the request is laid out.
 */
export function withoutLeftOut(messages: readonly Message[], target: HistoryTarget): Message[] {
  const gate = thoughtGate(messages, target, true)
  return withoutRefusedTurns(messages, target).map((message) => gate(message, null))
}
