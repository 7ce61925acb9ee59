import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertNever } from '#lib/assert-never.ts'
import type { StorageFault } from '#lib/store/storage-error.ts'

/** Where the data is: a file or folder, or a server by its address without secrets. */
export type Place = { path: string } | { url: string }

/** What is wrong, where, and what to do about it. */
export function faultInWords(kind: StorageFault, place: Place): string {
  const where = 'path' in place ? place.path : `the database at ${place.url}`
  switch (kind) {
    case 'full':
      return `the disk is full: nothing more can be stored in ${where}${roomLeft(place)}; make room there, then try again`
    case 'locked':
      return `${where} is locked by another program; close what uses it (a database browser, a backup, a sync tool), then try again`
    case 'damaged':
      return `${where} is damaged: it cannot be read whole; stop Metis, keep a copy of the file, then put a backup in its place (db/README.md says how)`
    case 'not_a_database':
      return `${where} is not a database, or is damaged from its first byte on, and was left as it is; put a backup in its place (db/README.md says how), or move it away to begin with an empty one`
    case 'empty':
      return `${where} is empty (0 bytes), as a crash or a failed copy leaves a file, and is not taken for a new database; put a backup in its place (db/README.md says how), or, if there is nothing to keep, move it and the files beside it away`
    case 'read_only':
      return `${where} is read-only, or the disk that it is on; make it writable, or give Metis another folder with METIS_DATA_DIR`
    case 'no_permission':
      return `there is no permission to use ${where}; give it to the user that Metis runs as, or give Metis another folder with METIS_DATA_DIR`
    case 'missing':
      return `${where} is not there, or a part of its path is not a folder; put it back or make its folder, or give Metis another one with METIS_DATA_DIR`
    case 'io':
      return `the disk fails to read or write ${where}; check the disk and its connection, and copy the folder before anything else`
    case 'unreachable':
      return `${where} cannot be reached; check that the server runs and that LIBSQL_URL is its address, then try again`
    case 'token_refused':
      return `${where} refuses the token; set LIBSQL_AUTH_TOKEN to a valid one and start again`
    default:
      return assertNever(kind)
  }
}

/** Decimal units, like the tools that people look at their disks with. */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  for (; size >= 1000 && unit < units.length - 1; unit += 1) size /= 1000
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}

/** Bytes that this user may still write to the disk of `path`; null where the system does not say. */
export function freeRoom(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(existsSync(path) ? path : dirname(path))
    return bavail * bsize
  } catch {
    return null
  }
}

function roomLeft(place: Place): string {
  const free = 'path' in place ? freeRoom(place.path) : null
  return free === null ? '' : ` (${sizeInWords(free)} left)`
}
