import type { PriceTable } from './price.ts'

/** A table from one moment on, until the next one begins. */
export interface PriceVersion {
  pricing_version: string
  /** ISO 8601 with six decimals, in UTC. */
  effective_from: string
  /** `shipped`: it came with the product. */
  origin: 'shipped' | 'published'
  author: string | null
  note: string
}

export interface PricedVersion extends PriceVersion {
  table: PriceTable
}

/**
 * Which table holds when. Those that came with the product hold until one is published; from then on only published ones do,
 * for an update of the product is no decision of whoever pays (2026-11-23).
 */
export class PriceBook {
  #versions: readonly PricedVersion[]

  /** Throws a `TypeError` for none at all. */
  constructor(versions: readonly PricedVersion[]) {
    this.#versions = inOrder(versions)
  }

  /** In place of what it had. */
  replace(versions: readonly PricedVersion[]): void {
    this.#versions = inOrder(versions)
  }

  /** What holds at a moment, ISO 8601 in UTC; before the first one, the first. */
  at(instant: string): PriceTable {
    return this.versionAt(instant).table
  }

  versionAt(instant: string): PricedVersion {
    const begun = this.#versions.filter(({ effective_from }) => effective_from <= instant)
    const version = begun.findLast(({ origin }) => origin === 'published') ?? begun.at(-1) ?? this.#versions[0]
    if (!version) throw new TypeError('there are no prices')
    return version
  }
}

function inOrder(versions: readonly PricedVersion[]): PricedVersion[] {
  if (versions.length === 0) throw new TypeError('there are no prices')
  // Two that begin at once cannot be published; of shipped ones the later name holds.
  const keyOf = ({ effective_from, pricing_version }: PricedVersion) => `${effective_from} ${pricing_version}`
  return versions.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
