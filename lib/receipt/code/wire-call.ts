import type { JsonObject } from '../../canonical/json.ts'
import type { WireLibraries, WireLibrary } from '../../canonical/wire-library.ts'

/** Stands where the key does. */
export const KEY_PLACE = '{{API_KEY}}'

/** A request that somebody else may make. */
export interface WireCall {
  url: string
  /** With `KEY_PLACE` in the place of the key. */
  headers: Readonly<Record<string, string>>
  body: JsonObject
  /** The variable of the environment that holds the key. */
  key_variable: string
  /** Null where no library makes it. */
  libraries: WireLibraries | null
}

/** The address without what the libraries add to it; null where it is none of theirs. */
export function baseOf({ url, libraries }: WireCall): string | null {
  return libraries && url.endsWith(libraries.path) ? url.slice(0, -libraries.path.length) : null
}

/** Those that a library does not send by itself. */
export function furtherHeaders({ headers }: WireCall, { key }: WireLibrary): [string, string][] {
  const own = ['content-type', 'accept', key?.header]
  return Object.entries(headers).filter(([name]) => !own.includes(name))
}

export function hasKey({ headers }: WireCall): boolean {
  return Object.values(headers).some((value) => value.includes(KEY_PLACE))
}

/** A text as a literal, in which `key` stands for the key. */
export function keyed(value: string, key: string): string {
  const parts = value.split(KEY_PLACE)
  return parts
    .flatMap((part, index) => [
      ...(index > 0 ? [key] : []),
      ...(part === '' && parts.length > 1 ? [] : [JSON.stringify(part)]),
    ])
    .join(' + ')
}
