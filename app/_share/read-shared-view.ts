import 'server-only'
import { shareFingerprint } from '#lib/share/share-copy.ts'
import type { ShareSnapshot } from '#lib/share/snapshot.ts'
import { hiddenParts } from '#lib/share/snapshot.ts'
import { namedModel } from '../_chat/models/model.ts'
import type { NamedModel } from '../_content/model-name.tsx'
import type { Texts } from '../_texts/texts.ts'
import type { SharedView } from './shared-view.ts'

interface Opened {
  snapshot: ShareSnapshot
  expires_at: string | null
}

interface Around {
  address: string
  /** Those of this installation, for what people call them. */
  models: readonly { id: string; label: string }[]
  format: Texts['format']
}

export function sharedView({ snapshot, expires_at }: Opened, { address, models, format }: Around): SharedView {
  const { title, shared_at, messages, system_prompt, costs } = snapshot
  const answers = messages.flatMap(({ role, metadata }) => (role === 'assistant' && metadata.model ? [metadata] : []))
  const named: Record<string, NamedModel> = {}
  const turns = new Map<string, Set<unknown>>()
  for (const { model, turn_id } of answers) {
    if (!model) continue
    named[model] ??= namedModel(model, models)
    turns.set(model, (turns.get(model) ?? new Set()).add(turn_id ?? {}))
  }
  return {
    address,
    title,
    sharedOn: { iso: shared_at, words: format.longDay(new Date(shared_at)) },
    endsOn: expires_at && format.longDay(new Date(expires_at)),
    systemPrompt: system_prompt ?? null,
    messages,
    models: named,
    takingPart: [...turns].flatMap(([id, { size }]) => (named[id] ? [{ model: named[id], answers: size }] : [])),
    costs: costs ?? null,
    fingerprint: shareFingerprint(snapshot),
    hiddenParts: messages.reduce((sum, { content }) => sum + hiddenParts(content), 0),
  }
}
