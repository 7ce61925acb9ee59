import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { ANTHROPIC_MODELS } from './anthropic.ts'
import { assumedEntry } from './assumed.ts'
import { DEMO_MODELS } from './demo.ts'
import type { ModelEntry, ModelOptions } from './model-entry.ts'
import { OPENAI_MODELS } from './openai.ts'

/** The shipped models, in the order of the picker. A new provider is one file and one line here. */
export const CATALOG: readonly ModelEntry[] = [...ANTHROPIC_MODELS, ...OPENAI_MODELS, ...DEMO_MODELS]

const bySnapshot = new Map<string, ModelEntry>(
  CATALOG.flatMap((entry) => entry.snapshots.map((name) => [`${entry.provider}:${name}`, entry] as const)),
)
const byId = new Map([
  ...CATALOG.map((entry) => [entry.id, entry] as const),
  ...[...bySnapshot].map(([id, entry]) => [id, snapshotEntry(entry, id)] as const),
])
const byAlias = new Map(CATALOG.flatMap((entry) => entry.aliases.map((alias) => [alias, entry] as const)))

/** By canonical id (a dated snapshot's too) or, whatever the case of its letters, by alias. */
export function findModel(idOrAlias: string): ModelEntry | undefined {
  return byId.get(idOrAlias) ?? byAlias.get(idOrAlias.toLowerCase())
}

/**
 * The catalog's claims, or cautious ones for a model that it does not have: as it is reached through an adapter of this
 * type, or by its provider's own service where none is named.
 */
export function capabilitiesOf(id: string, adapterType?: string): AdapterCapabilities {
  const { capabilities, through } = byId.get(id) ?? assumedEntry(id, adapterType)
  const differences = adapterType === undefined ? undefined : through?.[adapterType]
  return differences === undefined ? capabilities : { ...capabilities, ...differences }
}

/** What the model's protocol should know beside its capabilities. */
export function optionsOf(id: string): ModelOptions {
  return entryOf(id).options
}

/** Never fails on a well-formed id: what the catalog does not have is assumed. */
export function entryOf(id: string): ModelEntry {
  return byId.get(id) ?? assumedEntry(id)
}

/** The id of the model that answers under this dated name; any other id as it is. */
export function undatedId(id: string): string {
  return bySnapshot.get(id)?.id ?? id
}

/** A snapshot asked for by its own name keeps it on the wire. */
function snapshotEntry(entry: ModelEntry, id: string): ModelEntry {
  return { ...entry, id, label: id.slice(entry.provider.length + 1), aliases: [], snapshots: [] }
}
