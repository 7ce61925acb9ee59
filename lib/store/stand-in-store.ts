import type { Principal } from '../principal.ts'

/** What a model said of a picture. */
export interface PictureDescription {
  /** SHA-256 of the picture's bytes. */
  hash: string
  /** The model that said it. */
  model: string
  text: string
  created_at: string
}

/** What goes in the place of the beginning of a chat. */
export interface Brief {
  id: string
  session_id: string
  /** The last message that it stands for. */
  up_to: string
  /** Of the ids of all messages that it stands for: it stands for no others. */
  path_hash: string
  /** The model that wrote it. */
  model: string
  /** As it was sent off: a person may have changed it. */
  text: string
  created_at: string
}

/** What goes in the place of what cannot. */
export interface StandInStore {
  /** Of these pictures those that were described for the owner of this session. */
  descriptions(sessionId: string, hashes: readonly string[]): Promise<PictureDescription[]>
  /** The first one stays. */
  keepDescription(principal: Principal, description: PictureDescription): Promise<void>
  /** Null where the session has none with this id. */
  brief(sessionId: string, id: string): Promise<Brief | null>
  keepBrief(brief: Brief): Promise<void>
}
