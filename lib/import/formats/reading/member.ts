import type { ImportFiles } from '../../format.ts'

const indexes = new WeakMap<ImportFiles, ReadonlyMap<string, string>>()

/** The member of the archive that has this name in whatever folder; the first of several. */
export function memberNamed(files: ImportFiles, name: string): string | undefined {
  const known = indexes.get(files)
  const index = known ?? new Map(files.names.toReversed().map((member) => [baseName(member), member]))
  if (!known) indexes.set(files, index)
  return index.get(baseName(name))
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
