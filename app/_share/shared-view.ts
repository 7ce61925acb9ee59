import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { NamedModel } from '../_content/model-name.tsx'
import type { NamedModels } from './shared-conversation.tsx'

/** What the page of a share shows, and all that the browser is sent of it. */
export interface SharedView {
  /** Its path on this server. */
  address: string
  title: string | null
  /** In words: the server and the reader may have other days. */
  sharedOn: { iso: string; words: string }
  endsOn: string | null
  systemPrompt: string | null
  messages: readonly PublicMessage[]
  models: NamedModels
  /** In the order in which they came in. */
  takingPart: readonly { model: NamedModel; answers: number }[]
  costs: { cost_usd: string | null; unpriced_calls: number } | null
  hiddenParts: number
  /** Of all that it says: whoever noted it knows whether a copy is one of this. */
  fingerprint: string
}
