import type { ShareContent } from '../canonical/share-content.ts'
import type { KeptAnswer } from './store.ts'

/** For everyone with the link, or for those of this installation that are named. */
export type ShareAudience = 'link' | 'people'

/** What its owner knows of a share. */
export interface StoredShare {
  id: string
  session_id: string
  /** Of the chat, by now. */
  session_title: string | null
  /** The chat was deleted, and may yet come back: until then the share answers nobody. */
  is_chat_deleted: boolean
  /** What the token is made of. */
  nonce: string
  token_hash: string
  title: string | null
  audience: ShareAudience
  /** Ids of those it is for. */
  people: string[]
  shows_title: boolean
  /** Null when it was revoked. */
  content: ShareContent | null
  snapshot_hash: string
  messages: number
  has_password: boolean
  created_at: string
  published_at: string
  expires_at: string | null
  max_views: number | null
  views: number
  last_viewed_at: string | null
  revoked_at: string | null
}

export interface ShareFile {
  /** Hex SHA-256 of the bytes. */
  hash: string
  media_type: string
  bytes: Uint8Array
}

/** What can be published anew at the same link. */
export interface Publication {
  title: string | null
  content: ShareContent
  snapshot: object
  snapshot_hash: string
  messages: number
  published_at: string
  files: readonly ShareFile[]
}

export interface NewShare extends Publication {
  id: string
  session_id: string
  owner_id: string
  token_hash: string
  nonce: string
  audience: ShareAudience
  people: readonly string[]
  shows_title: boolean
  /** As its hash. */
  password: string | null
  expires_at: string | null
  max_views: number | null
}

/** Who asks for a share, and when. `viewed_since`: one with a view limit needs no view left, but one since then. */
export interface Opening {
  token_hash: string
  /** Null for somebody who is not signed in. */
  person_id: string | null
  at: string
  viewed_since: string | null
}

export interface OpenedShare {
  id: string
  owner_id: string
  /** As its hash. */
  password: string | null
  shows_title: boolean
  expires_at: string | null
  max_views: number | null
}

/** Of all shares of an installation, without a word of any. */
export interface ShareTotals {
  shares: number
  /** Of those, how many answer. */
  live: number
  revoked: number
  people: number
  views: number
}

/** Tokens come and are asked for by their hashes. */
export interface ShareStore {
  add(share: NewShare, answered?: KeptAnswer): Promise<void>
  /** In place of the snapshot that was there. `expires_at` undefined stays. False where there is none that was not revoked. */
  republish(
    ownerId: string,
    id: string,
    publication: Publication,
    expiresAt: string | null | undefined,
  ): Promise<boolean>
  /** All of one person, the latest first. */
  list(ownerId: string): Promise<StoredShare[]>
  /** Null also for one of somebody else. */
  find(ownerId: string, id: string): Promise<StoredShare | null>
  /** Removes all that it shows. False where there is none that was not revoked. */
  revoke(ownerId: string, id: string, at: string): Promise<boolean>
  /**
   * One that answers whoever asks: not revoked, not expired, with a view left for others, of a chat and a person that are there, and for
   * them. Null for any other, and for none.
   */
  opened(opening: Opening): Promise<OpenedShare | null>
  /** Null where it was revoked in the same moment. */
  snapshot(id: string): Promise<unknown>
  /** Counts one view, where one is left. */
  countView(id: string, at: string): Promise<boolean>
  file(id: string, hash: string): Promise<ShareFile | null>
  totals(at: string): Promise<ShareTotals>
}
