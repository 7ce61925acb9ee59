/**
 * What somebody is writing: the words, the files beside them, questions that are written anew, what waits to be sent, and what
 * was, for as long as no answer says so.
 */
const PARTS = ['draft', 'draft-files', 'draft-edits', 'queue', 'sent'] as const

/** In the place of an id: a chat that is yet to begin. */
export const NEW_CHAT = 'new'

type Part = (typeof PARTS)[number]

/** Of these nothing stays once their tab is closed. */
const temporary = new Set<string>()

export const placeOf = (part: Part, key: string) => `${part}:${key}`

/** What is kept in this browser under the id of a chat, or of one that is yet to begin. */
export function readKept(part: Part, key: string): string {
  try {
    const place = placeOf(part, key)
    return localStorage.getItem(place) ?? sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

/** Storage may be full or forbidden: then it lives as long as the page. Returns whether it is kept. */
export function writeKept(part: Part, key: string, text: string): boolean {
  try {
    const place = placeOf(part, key)
    const [own, other] = temporary.has(key) ? [sessionStorage, localStorage] : [localStorage, sessionStorage]
    other.removeItem(place)
    if (text) own.setItem(place, text)
    else own.removeItem(place)
    return true
  } catch {
    return false
  }
}

/** A temporary chat leaves nothing behind: what is written in it is kept by its tab alone, for when that is loaded anew. */
export function keepTemporarily(key: string, isTemporary: boolean): void {
  if (temporary.has(key) === isTemporary) return
  if (isTemporary) temporary.add(key)
  else temporary.delete(key)
  for (const part of PARTS) writeKept(part, key, readKept(part, key))
}

export function forgetDraft(key: string): void {
  for (const part of PARTS) writeKept(part, key, '')
}

/** Of what may come back. Returns what puts it there again. */
export function rememberDraft(key: string): () => void {
  const kept = PARTS.map((part) => [part, readKept(part, key)] as const)
  return () => {
    for (const [part, text] of kept) if (text) writeKept(part, key, text)
  }
}
