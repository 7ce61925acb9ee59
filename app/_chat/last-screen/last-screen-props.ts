import type { Model } from '#lib/api/model.ts'
import type { Snapshot } from '#lib/events/frame.ts'
import type { Language } from '../../_texts/language.ts'

export interface LastScreenProps {
  snapshot: Snapshot
  /** Those that it names. */
  models: readonly Model[]
  language: Language
  /** What the policy of this answer lets a script run by. */
  nonce: string
}
