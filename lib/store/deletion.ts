/** A message alone, which for an answer is all of its steps; or that and everything that follows it, on every branch. */
export type DeletionExtent = 'message' | 'branch'

/** A message that stays, and the one that it follows from then on. */
export interface MovedMessage {
  message_id: string
  parent_id: string | null
}

/** What a deletion, or its undoing, changed in the tree of a session. */
export interface TreeChange {
  deletion_id: string
  /** Those that are gone, or are there again, ascending. */
  message_ids: string[]
  /** What the first of them follows, and so what the moved ones follow while it is gone. */
  parent_id: string | null
  moved: MovedMessage[]
  /** The leaf of the active path since. */
  head_id: string | null
  /** All messages that stay and of which there are others beside them, or were. */
  beside: string[]
}

export class UnknownDeletionError extends Error {
  override readonly name = 'UnknownDeletionError'
  constructor(id: string) {
    super(`no deletion ${id} in this session that could be undone`)
  }
}

/** What was deleted later may hang on what was deleted before. */
export class LaterDeletionError extends Error {
  override readonly name = 'LaterDeletionError'
  constructor() {
    super('something else was deleted in this session since; undo that first')
  }
}
