import type { Message } from '../../../canonical/message.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import type { Target } from '../../protocol.ts'

/** One pass over a history: pure, idempotent, and the same messages by reference where nothing is amiss. */
export type Pass = (messages: readonly Message[], context: PassContext) => Message[]

export interface PassContext {
  request: Pick<CanonicalRequest, 'files' | 'documents' | 'messages'>
  target: Target
}
