/** Where a reader is in a conversation: a turn, and how far its top is below that of the view. */
export interface ReaderPlace {
  id: string
  offset: number
}

const keyOf = (sessionId: string) => `metis.place.${sessionId}`

/** Where they were when they left the chat in this window; `null` at the end. */
export function recallPlace(sessionId: string): ReaderPlace | null {
  try {
    const place: unknown = JSON.parse(sessionStorage.getItem(keyOf(sessionId)) ?? 'null')
    return isPlace(place) ? place : null
  } catch {
    // The browser forbids it, or it is not ours.
    return null
  }
}

export function keepPlace(sessionId: string, place: ReaderPlace | null): void {
  try {
    if (place) sessionStorage.setItem(keyOf(sessionId), JSON.stringify(place))
    else sessionStorage.removeItem(keyOf(sessionId))
  } catch {
    // Full or forbidden: then the chat opens at its end.
  }
}

/** The chat in which somebody reads elsewhere than at its end: the server then makes no end of it for them to look at. */
export const READING_COOKIE = 'reading'

/** It has to be known before the next page is asked for. */
export function sayWhereRead(sessionId: string, isAtEnd: boolean): void {
  const isSaid = document.cookie.split('; ').includes(`${READING_COOKIE}=${sessionId}`)
  if (isAtEnd !== isSaid) return
  const age = isAtEnd ? '; max-age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and it is asynchronous
  document.cookie = `${READING_COOKIE}=${sessionId}; path=/c; samesite=lax${age}`
}

function isPlace(value: unknown): value is ReaderPlace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'offset' in value &&
    typeof value.offset === 'number'
  )
}
