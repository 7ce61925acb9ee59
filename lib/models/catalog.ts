import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { ANTHROPIC_MODELS } from './anthropic.ts'
import { assumedEntry } from './assumed.ts'
import { DEMO_MODELS } from './demo.ts'
import type { ModelEntry, ModelOptions } from './model-entry.ts'
import { OPENAI_MODELS } from './openai.ts'

/** The shipped models, in the order of the picker. A new provider is one file and one line here. */
export const CATALOG: readonly ModelEntry[] = [...ANTHROPIC_MODELS, ...OPENAI_MODELS, ...DEMO_MODELS]

const byId = new Map(
  CATALOG.flatMap((entry) => [
    [entry.id, entry] as const,
    ...entry.snapshots.map((name) => [`${entry.provider}:${name}`, snapshotEntry(entry, name)] as const),
  ]),
)
const byAlias = new Map(CATALOG.flatMap((entry) => entry.aliases.map((alias) => [alias, entry] as const)))

/** By canonical id (a dated snapshot's too) or, whatever the case of its letters, by alias. */
export function findModel(idOrAlias: string): ModelEntry | undefined {
  return byId.get(idOrAlias) ?? byAlias.get(idOrAlias.toLowerCase())
}

/** The catalog's claims, or cautious ones for a model that it does not have. */
export function capabilitiesOf(id: string): AdapterCapabilities {
  return entryOf(id).capabilities
}

/** What the model's protocol should know beside its capabilities. */
export function optionsOf(id: string): ModelOptions {
  return entryOf(id).options
}

/** Never fails on a well-formed id: what the catalog does not have is assumed. */
export function entryOf(id: string): ModelEntry {
  return byId.get(id) ?? assumedEntry(id)
}

/** A snapshot asked for by its own name keeps it on the wire. */
function snapshotEntry(entry: ModelEntry, name: string): ModelEntry {
  return { ...entry, id: `${entry.provider}:${name}`, label: name, aliases: [], snapshots: [] }
}
