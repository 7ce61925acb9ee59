/** A chat that was just deleted here, with what this browser knew of it. */
export interface DeletedChat {
  id: string
  title: string
  /** It was on the page: undone, it is again. */
  wasOpen: boolean
  /** Puts back what this browser kept for it. */
  remember: () => void
}

/** How long it can be undone at least; longer while somebody is at it. */
const SHOWN_MS = 10_000

let chats: readonly DeletedChat[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const NONE: readonly DeletedChat[] = []

/** What can be undone: those that were deleted one shortly after the other. */
export const deletedChats = () => chats
export const noDeletedChats = () => NONE

export function subscribeDeleted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function offerUndo(chat: DeletedChat): void {
  change([...chats, chat])
  resumeUndo()
}

/** Somebody points at it, or has the focus in it: it stays. */
export function holdUndo(): void {
  clearTimeout(timer)
}

export function resumeUndo(): void {
  clearTimeout(timer)
  timer = setTimeout(endUndo, SHOWN_MS)
}

export function endUndo(): void {
  clearTimeout(timer)
  change(NONE)
}

function change(next: readonly DeletedChat[]): void {
  chats = next
  for (const listener of listeners) listener()
}
