const BACK = 'metis:server-is-back'

/** For what has heard of the server that it answers again: the browser knows of its own network alone. */
export function sayServerIsBack(): void {
  dispatchEvent(new Event(BACK))
}

/** Calls it each time the server is known to answer again, or is likely to. Returns what ends that. */
export function whenServerIsBack(onBack: () => void): () => void {
  addEventListener(BACK, onBack)
  addEventListener('online', onBack)
  return () => {
    removeEventListener(BACK, onBack)
    removeEventListener('online', onBack)
  }
}
