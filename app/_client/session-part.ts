/** What all lists of sessions are kept under in this page. */
export const SESSIONS_KEY = ['sessions'] as const

/** The same of folders and tags. */
export const LABELS_KEY = ['labels'] as const

/** Which part of the chats a list shows. */
export interface SessionPart {
  archived: boolean
  folder: string | null
  tag: string | null
}

/** All of them. Those that are in folders stand under these, and are asked for when one is unfolded. */
export const WHOLE_LIST: SessionPart = { archived: false, folder: null, tag: null }

export function isWhole({ archived, folder, tag }: SessionPart): boolean {
  return !archived && folder === null && tag === null
}

/** What a list is kept under in this page. */
export function keyOfPart(part: SessionPart): readonly unknown[] {
  return isWhole(part) ? SESSIONS_KEY : [...SESSIONS_KEY, part]
}

export function partOfKey(key: readonly unknown[]): SessionPart {
  return (key[SESSIONS_KEY.length] as SessionPart | undefined) ?? WHOLE_LIST
}
