import type { ProviderAdapter, ServedModel } from '../adapters/adapter.ts'

/** One provider of this installation, as the composition root sets it up. */
export interface InstalledProvider {
  /** Before the colon of its model ids. */
  name: string
  /** As people read it; its name where it is not said. */
  label?: string
  /** `null` without a key. */
  adapterOf: (modelId: string) => ProviderAdapter | null
  /** False, or not said, for one that stands here for what the catalog has of it alone. */
  isSetUp?: boolean
  /** Whether this model, by its id, runs on the machine that Metis runs on; none does where it is not said. */
  isLocal?: (modelId: string) => boolean
  /** It is no public service: what it serves is known from its list alone. */
  isOwnServer?: boolean
  /** It goes by the name of a vendor, whose prices do not hold there. */
  standsInForVendor?: boolean
  /** What its server lists; absent where the catalog says it all. Rejects when it cannot be asked. */
  listModels?: () => Promise<readonly ServedModel[]>
  /** Models that it has beside those, by name. Where this is given, it takes any other name as well. */
  models?: readonly string[]
  /** What it is known to have, until its server has listed what it has. */
  expected?: readonly string[]
  /** Closes its adapters. */
  close?: () => Promise<void>
}

/** What is wrong with a file of settings, where, and what to do. */
export interface ConfigProblem {
  file: string
  /** Both from 1; `null` where the file could not be read at all. */
  line: number | null
  column: number | null
  problem: string
}

/** A provider that is set up and offers nothing, or nothing new, because its server could not say what it has. */
export interface UnlistedProvider {
  provider: string
  label: string
  problem: 'unreachable' | 'key_refused' | 'no_list' | 'no_models'
}
