import type { ImportFiles } from '../../format.ts'
import { fieldsOf, listOf, nameOf, textOf } from '../reading/value.ts'

/** A file of the archive that a message points at, with what the side files say of it. */
export interface Asset {
  member: string
  name: string | null
  media_type: string | null
}

const NAMES = /(^|\/)conversation_asset_file_names(-\d+)?\.json$/
const LIBRARY = /(^|\/)library_files(-\d+)?\.json$/

export function isAssetSide(path: string): boolean {
  return NAMES.test(path) || LIBRARY.test(path)
}

/** `sediment://file_…` and `file-service://file-…` point at the file whose id follows. */
export function pointedId(pointer: unknown): string {
  return textOf(pointer)
    .replace(/^[a-z-]+:\/\//, '')
    .replace(/[?#].*$/, '')
}

export type AssetFinder = (id: string) => Asset | null

const finders = new WeakMap<ImportFiles, AssetFinder>()

/** Built once for an archive: it may have thousands of members. */
export function assetFinder(files: ImportFiles): AssetFinder {
  const known = finders.get(files)
  if (known) return known
  const members = membersById(files.names)
  const about = aboutById(files.sides)
  const find: AssetFinder = (id) => {
    const member = members.get(id)
    return member === undefined ? null : { name: null, media_type: null, ...about.get(id), member }
  }
  finders.set(files, find)
  return find
}

/**
 * `<id>.dat` or another ending, else `<id>-<name>.<ending>`: an id may itself hold dashes, so each beginning of a name up to one
 * is a candidate, and a whole name is better.
 */
function membersById(names: readonly string[]): Map<string, string> {
  const whole = new Map<string, string>()
  const beginnings = new Map<string, string>()
  for (const name of names) {
    const base = name.slice(name.lastIndexOf('/') + 1)
    const dot = base.lastIndexOf('.')
    const stem = dot > 0 ? base.slice(0, dot) : base
    if (!whole.has(stem)) whole.set(stem, name)
    for (let dash = stem.indexOf('-'); dash !== -1; dash = stem.indexOf('-', dash + 1)) {
      const beginning = stem.slice(0, dash)
      if (!beginnings.has(beginning)) beginnings.set(beginning, name)
    }
  }
  return new Map([...beginnings, ...whole])
}

function aboutById(sides: ImportFiles['sides']): Map<string, Partial<Asset>> {
  const about = new Map<string, Partial<Asset>>()
  const say = (id: string, said: Partial<Asset>) => about.set(id, { ...about.get(id), ...said })
  for (const [path, side] of sides) {
    if (NAMES.test(path)) {
      for (const [file, name] of Object.entries(fieldsOf(side))) say(file.replace(/\.dat$/, ''), { name: nameOf(name) })
    }
    if (LIBRARY.test(path)) {
      for (const { file_id, file_name, mime_type } of listOf(side).map(fieldsOf)) {
        say(textOf(file_id), { name: nameOf(file_name), media_type: nameOf(mime_type) })
      }
    }
  }
  return about
}
