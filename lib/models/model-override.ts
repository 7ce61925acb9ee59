import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { OwnPrice } from '../pricing/own-prices.ts'
import type { ModelEntry } from './model-entry.ts'

/** What an installation says of a model, over what the catalog or its server says. */
export interface ModelOverride {
  label?: string | undefined
  tier?: ModelEntry['tier'] | undefined
  /** What goes on the wire, where that is not what stands after the colon. */
  wire_name?: string | undefined
  aliases?: readonly string[] | undefined
  capabilities?: Partial<AdapterCapabilities> | undefined
  price?: OwnPrice | undefined
  /** An ISO date. */
  ends_on?: string | undefined
  /** The id of the model to go on with then. */
  successor?: string | undefined
}

/** Of the file in which an installation says it. */
export const OWN_SOURCE = 'models.yaml'

/** The entry as the installation would have it. What it says of the capabilities is no guess any more. */
export function overridden(entry: ModelEntry, override: ModelOverride | undefined): ModelEntry {
  if (!override) return entry
  const { label = entry.label, tier = entry.tier, aliases = entry.aliases, capabilities, ends_on } = override
  const { assumed, ends: known, ...rest } = entry
  const successor = override.successor ?? known?.successor ?? null
  const ends = ends_on === undefined ? known && { ...known, successor } : { on: ends_on, source: OWN_SOURCE, successor }
  return {
    ...rest,
    label,
    tier,
    aliases,
    capabilities: { ...entry.capabilities, ...capabilities },
    ...(ends && { ends }),
    ...(assumed && capabilities === undefined && { assumed }),
  }
}
