import { readYaml, type YamlFault, type YamlPath } from '../../located-yaml.ts'
import { ITEMS, NAME, RuleFile } from './rule-file.ts'
import { RuleSet } from './rule-set.ts'
import { unreachedRules } from './unreached.ts'

/** The models that rules may name. */
export interface KnownModels {
  /** The id behind an id or an alias. */
  resolve: (name: string) => string | undefined
  nearMatches: (name: string) => readonly string[]
  /** Of a text that was saved, whose names were looked at then: any may be one of a model that has gone or come since. */
  wasSaved?: true
}

export type ReadRules =
  /** `hints`: what does no harm, and was hardly meant. */
  { ok: true; rules: RuleSet; hints: YamlFault[] } | { ok: false; faults: [YamlFault, ...YamlFault[]] }

/** Reads the text of the rules as a whole: none of them holds where one is at fault. */
export function readRules(text: string, models: KnownModels): ReadRules {
  const read = readYaml(text, RuleFile, ITEMS)
  if (!read.ok) return read
  const { value, faultAt } = read
  const { targets, faults: aliasFaults } = readAliases(value, models)
  const resolve = (name: string) => targets.get(name) ?? models.resolve(name)
  const faults = [...aliasFaults, ...namesTwice(value), ...unknownModels(value, resolve, models)]
  const [first, ...others] = faults.map(({ path, words }) => faultAt(path, words))
  if (first) return { ok: false, faults: [first, ...others] }
  const hints = unreachedRules(value.rules ?? []).map(({ index, reason }) => faultAt(['rules', index], reason))
  return { ok: true, rules: new RuleSet(value, (name) => resolve(name) ?? name), hints }
}

interface Fault {
  path: YamlPath
  words: string
}

/** What each alias stands for in the end. */
function readAliases({ aliases }: RuleFile, models: KnownModels): { targets: Map<string, string>; faults: Fault[] } {
  const named = new Map(Object.entries(aliases ?? {}))
  const targets = new Map<string, string>()
  const faults: Fault[] = []
  for (const [alias, written] of named) {
    const path = ['aliases', alias]
    if (!models.wasSaved && models.resolve(alias) !== undefined) {
      faults.push({ path, words: 'is the name of a model already: take another one' })
      continue
    }
    if (!NAME.pattern.test(alias)) {
      faults.push({ path, words: NAME.words })
      continue
    }
    const seen = [alias]
    let target = written
    for (let next = named.get(target); next !== undefined && !seen.includes(target); next = named.get(target)) {
      seen.push(target)
      target = next
    }
    if (seen.includes(target)) {
      faults.push({ path, words: `stands for itself: ${[...seen, target].join(' → ')}` })
      continue
    }
    const id = models.resolve(target)
    if (id === undefined) faults.push({ path, words: unknown(target, models) })
    else targets.set(alias, id)
  }
  return { targets, faults }
}

function namesTwice({ rules }: RuleFile): Fault[] {
  const first = new Map<string, number>()
  return (rules ?? []).flatMap(({ name }, index) => {
    const before = first.get(name)
    if (before === undefined) {
      first.set(name, index)
      return []
    }
    return [{ path: ['rules', index, 'name'], words: `is the name of rule ${before + 1} already: ${name}` }]
  })
}

function unknownModels(file: RuleFile, resolve: KnownModels['resolve'], models: KnownModels): Fault[] {
  // An alias that is at fault is told of where it stands.
  const isKnown = (name: string) => resolve(name) !== undefined || Object.hasOwn(file.aliases ?? {}, name)
  const faultsIn = (key: 'rules' | 'folders', uses: readonly { use: string }[]) =>
    uses.flatMap(({ use }, index) => (isKnown(use) ? [] : [{ path: [key, index, 'use'], words: unknown(use, models) }]))
  return [...faultsIn('folders', file.folders ?? []), ...faultsIn('rules', file.rules ?? [])]
}

function unknown(name: string, models: KnownModels): string {
  const near = models.nearMatches(name)
  return `names no model that is known here: ${name}${near.length > 0 ? `. Near it: ${near.join(', ')}` : ''}`
}
