import { textOf } from '../../canonical/block.ts'
import type { Message } from '../../canonical/message.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { Target } from '../protocol.ts'
import { projectDocuments } from './repair/document.ts'
import { dropEmpty } from './repair/empty.ts'
import { projectExtras } from './repair/extras.ts'
import { projectImages } from './repair/image.ts'
import { pairCalls } from './repair/pairing.ts'
import { dropPartial } from './repair/partial.ts'
import type { Pass } from './repair/pass.ts'
import { dropMisplaced } from './repair/placement.ts'
import { gateThinking } from './repair/thinking.ts'
import { projectTools } from './repair/tool-support.ts'
import { wellFormed } from './repair/well-formed.ts'
import { wireIds } from './tool-id-map.ts'

/** A history that any provider accepts, and what stays the protocol's own to place. */
export interface CleanHistory {
  /** System prompt and leading SYSTEM messages, in order, without empty ones; a protocol joins them with a blank line. */
  system: string[]
  /**
   * No partial message, no unknown block; each call of an assistant message is answered by the TOOL messages right
   * after it (but for a last message whose results are still to come), and there is no other result. A later SYSTEM
   * message stays where it is. An assistant message is empty only where its `provider_raw` may have what to send.
   */
  messages: Message[]
  /** The id under which a call and its result go to this target: its provider's own, or the canonical one. */
  wireId: (canonicalId: string) => string
}

/** In this order (wire-rules 2): a pass relies on those before it. */
const PASSES: readonly Pass[] = [
  dropPartial,
  projectExtras,
  dropMisplaced,
  gateThinking,
  dropEmpty,
  pairCalls,
  wellFormed,
  projectTools,
  projectImages,
  projectDocuments,
  dropEmpty,
]

/**
 * The stored history as one target can take it (wire-rules §1): a pure function of the request, so that the same prefix
 * gives the same bytes and caches hold. What is stored is never changed; what does not go out as stored is reported
 * through `target.project`. Running it on its own result changes nothing.
 */
export function cleanHistory(request: CanonicalRequest, target: Target): CleanHistory {
  const context = { request, target }
  const history = PASSES.reduce<Message[]>((messages, pass) => pass(messages, context), request.messages)
  const conversation = history.findIndex((message) => message.role !== 'system')
  const leading = conversation === -1 ? history.length : conversation
  const prompts = [
    (request.system_prompt ?? '').toWellFormed(),
    ...history.slice(0, leading).map(({ content }) => textOf(content)),
  ]
  return {
    system: prompts.filter((text) => text.trim() !== ''),
    messages: history.slice(leading),
    wireId: wireIds(request, target),
  }
}
