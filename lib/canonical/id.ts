import { decodeTime, incrementBase32, isValid, ulid } from 'ulid'

const POOL = new Uint8Array(1024)
let unused = 0

/** A fraction for one character. Drawn from the system for many ids at once: it is asked sixteen times for each id. */
function random(): number {
  if (unused === 0) {
    crypto.getRandomValues(POOL)
    unused = POOL.length
  }
  unused -= 1
  return (POOL[unused] ?? 0) / 256
}

/** Milliseconds. The library takes a time of 0 for none, and the present in its place: then later ids would sort before. */
const EARLIEST = 1

/** A new ULID that sorts after `previous`, whatever the clock says: monotonic per session, also across restarts. */
export function newId(previous: string | null = null, now: number = Date.now()): string {
  const time = Math.max(EARLIEST, now)
  if (previous === null || !isValid(previous) || decodeTime(previous) < time) return ulid(time, random)
  return incrementBase32(previous)
}

/** Ids that each sort after the one before, within one process. */
export function monotonicIds(now: () => number = Date.now): () => string {
  let previous = ''
  let latest = Number.NEGATIVE_INFINITY
  return () => {
    const time = Math.max(EARLIEST, now())
    // As `newId`, without reading the time out of an id that was made here.
    previous = time > latest ? ulid(time, random) : incrementBase32(previous)
    latest = Math.max(latest, time)
    return previous
  }
}

/** When an id was made, in milliseconds; 0 for one that does not say. */
export function timeOfId(id: string): number {
  return isValid(id) ? decodeTime(id) : 0
}

/** canonical-message-format §6.2: `tu_` and a ULID, 29 characters that every wire format accepts. */
export function newToolUseId(): string {
  return `tu_${ulid(undefined, random)}`
}

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}'
const ULID_FORM = new RegExp(`^${ULID}$`)
const TOOL_USE_ID_FORM = new RegExp(`^tu_${ULID}$`)

/** In the one spelling that ids are given out in: upper case, and no time beyond 48 bits. */
export function isId(id: string): boolean {
  return ULID_FORM.test(id)
}

/** Of the form that `newToolUseId` gives out; a provider's own id never is. */
export function isToolUseId(id: string): boolean {
  return TOOL_USE_ID_FORM.test(id)
}

export interface ModelId {
  provider: string
  /** Verbatim: may hold colons and slashes. */
  name: string
}

/** Splits at the first colon only (design §3.6): `ollama:minimax-m3:cloud` names `minimax-m3:cloud`. */
export function parseModelId(id: string): ModelId | undefined {
  const colon = id.indexOf(':')
  if (colon <= 0 || colon === id.length - 1) return undefined
  return { provider: id.slice(0, colon), name: id.slice(colon + 1) }
}
