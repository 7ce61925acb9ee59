import { knownProvider } from '../adapters/registry.ts'
import { parseModelId } from '../canonical/id.ts'
import { readYaml, type YamlFault, type YamlPath } from '../located-yaml.ts'
import type { ConfigProblem } from '../models/installed-provider.ts'
import { priceNamed } from '../pricing/own-prices.ts'
import type { PriceTable } from '../pricing/price.ts'
import { faultOfName } from '../provider-env.ts'
import { ModelsFile } from './schema.ts'

export type Parsed = { ok: true; file: ModelsFile } | { ok: false; problem: ConfigProblem }

/** Reads the text of the file. The first fault counts: it is what a person mends first. */
export function parseModelsFile(text: string, path: string, prices: PriceTable): Parsed {
  const refused = ({ line, column, problem }: YamlFault): Parsed => {
    return { ok: false, problem: { file: path, line, column, problem } }
  }
  const read = readYaml(text, ModelsFile)
  if (!read.ok) return refused(read.faults[0])
  const fault = faultIn(read.value, prices)
  return fault ? refused(read.faultAt(fault.path, fault.words)) : { ok: true, file: read.value }
}

interface Fault {
  path: YamlPath
  words: string
}

/** What no schema sees: names that must be those of something else. */
function faultIn({ adapters, models }: ModelsFile, prices: PriceTable): Fault | null {
  for (const [id, settings] of Object.entries(adapters ?? {})) {
    if (knownProvider(id)) continue
    const fault = faultOfName(id)
    if (fault !== null) return { path: ['adapters', id], words: fault }
    if (settings.base_url === undefined) {
      return { path: ['adapters', id], words: 'has no base_url: give the address of its server' }
    }
  }
  const taken = new Map<string, string>()
  for (const [id, { adapter, aliases = [], price }] of Object.entries(models ?? {})) {
    const provider = parseModelId(id)?.provider
    if (adapter !== undefined && adapter !== provider) {
      const words = `must be ${provider}: a model is reached through the adapter before its colon`
      return { path: ['models', id, 'adapter'], words }
    }
    for (const [place, alias] of aliases.entries()) {
      const other = taken.get(alias)
      if (other !== undefined)
        return { path: ['models', id, 'aliases', place], words: `is an alias of ${other} already` }
      taken.set(alias, id)
    }
    if (price !== undefined && priceNamed(price, prices) === undefined) {
      return {
        path: ['models', id, 'price'],
        words: `must be free, unpriced or a model with a row in the price table of ${prices.pricing_version}`,
      }
    }
  }
  return null
}
