/** A chat that was just deleted here, with what this browser knew of it. */
export interface DeletedChat {
  kind: 'chat'
  id: string
  title: string
  /** It was on the page: undone, it is again. */
  wasOpen: boolean
  /** Puts back what this browser kept for it. */
  remember: () => void
}

/** A part of a chat that was. */
interface DeletedMessages {
  kind: 'messages'
  session_id: string
  deletion_id: string
  what: 'question' | 'answer' | 'branch'
  count: number
}

export type Undoable = DeletedChat | DeletedMessages

/** How long it can be undone at least; longer while somebody is at it. */
const SHOWN_MS = 10_000

let deletions: readonly Undoable[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const NONE: readonly Undoable[] = []

/** What can be undone: deletions that were made one shortly after the other. */
export const undoables = () => deletions
export const noUndoables = () => NONE

export function subscribeUndoables(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function offerUndo(deletion: Undoable): void {
  change([...deletions, deletion])
  resumeUndo()
}

/** It is undone; the others are still to be. */
export function dropUndo(deletion: Undoable): void {
  change(deletions.filter((other) => other !== deletion))
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

function change(next: readonly Undoable[]): void {
  deletions = next
  for (const listener of listeners) listener()
}
