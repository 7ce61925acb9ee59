import { timingSafeEqual } from 'node:crypto'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Attempts } from '../people/attempts.ts'
import type { Passwords } from '../people/passwords.ts'
import { hashToken } from '../people/token.ts'
import type { Principal } from '../principal.ts'
import type { Secret } from '../provider-setup/secret.ts'
import type { Sessions } from '../session/sessions.ts'
import { type AttachmentStore, uploadsOf } from '../store/attachment-store.ts'
import type { OpenedShare, ShareFile, ShareStore } from '../store/share-store.ts'
import type { RequestKey } from '../store/store.ts'
import { callsOf, continued } from './continued.ts'
import { SharePasswordError, UnknownShareError } from './refused.ts'
import { ShareSnapshot } from './snapshot.ts'
import { passwordProof } from './token.ts'

/** Who has viewed a share with a view limit loads its pictures, and may go on from it. Microseconds. */
const AFTER_VIEW = 60 * 60 * 1_000_000

interface Deps {
  store: ShareStore
  passwords: Passwords
  attempts: Attempts
  secret: Secret
  sessions: Pick<Sessions, 'createFrom'>
  attachments: AttachmentStore
  /** Microseconds. */
  clock: () => number
}

/** Who comes with a link. */
export interface LinkHolder {
  token: string
  /** Null for somebody who is not signed in. */
  principal: Principal | null
  /** Where they come from: whoever guesses is told to wait. */
  address: string
  /** As it was just typed, or what was given for it before. */
  password?: string | null | undefined
  proof?: string | null | undefined
}

export type OpenedLink =
  /** `proof`: what is as good as the password from then on; null where there is none. */
  | {
      type: 'open'
      share_id: string
      is_own: boolean
      snapshot: ShareSnapshot
      shows_title: boolean
      expires_at: string | null
      proof: string | null
    }
  | { type: 'needs_password'; was_wrong: boolean }

/**
 * What links open. Null is the one answer for a link that is unknown, revoked, expired, used up, for others, or of a chat or
 * a person that has gone; all of them are told apart by one statement of the database, and take the same way. All throw
 * `TooManyAttemptsError`, `TooBusyError`, `SecretError`.
 */
export class SharedLinks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * `counts`: somebody looks at it (`viewing.ts`), and whoever made it does not count. Of a share with a view limit nothing is
   * shown to whom it is not counted.
   */
  async open(holder: LinkHolder, { counts }: { counts: boolean }): Promise<OpenedLink | null> {
    const found = await this.#find(holder, 'a view')
    if (!found) return null
    const { share } = found
    const isOwn = holder.principal?.id === share.owner_id
    if (!counts && !isOwn && share.max_views !== null) return null
    const opened = await this.#opened(found, holder)
    if (opened?.type !== 'open' || !counts || isOwn) return opened
    const { store, clock } = this.#deps
    return (await store.countView(share.id, formatTimestamp(clock()))) ? opened : null
  }

  /** A picture of it; `hash` as its address `share/<sha256>` has it. */
  async file(holder: LinkHolder, hash: string): Promise<ShareFile | null> {
    const found = await this.#find(holder, 'after a view')
    return found?.isLetIn ? await this.#deps.store.file(found.share.id, hash) : null
  }

  /**
   * Begins a chat of one's own with what the share shows. Returns its id. Throws `UnknownShareError`, `SharePasswordError`.
   */
  async fork(holder: LinkHolder & { principal: Principal }, key?: RequestKey): Promise<string> {
    const found = await this.#find(holder, 'after a view')
    const opened = found && (await this.#opened(found, holder))
    if (!opened) throw new UnknownShareError()
    if (opened.type === 'needs_password') throw new SharePasswordError()
    const { principal } = holder
    const { share_id, snapshot } = opened
    const { title, shared_at, hash, system_prompt } = snapshot
    const uploads = await this.#uploaded(share_id, snapshot, principal)
    const messages = continued(snapshot.messages, uploads)
    const origin = { kind: 'share' as const, share_id, title, shared_at, hash }
    const begun = { title, system_prompt: system_prompt ?? null, origin }
    return await this.#deps.sessions.createFrom(principal, begun, { messages, calls: callsOf(messages) }, key)
  }

  async #opened({ share, isLetIn, proof }: Found, { principal, password }: LinkHolder): Promise<OpenedLink | null> {
    if (!isLetIn) return { type: 'needs_password', was_wrong: typeof password === 'string' }
    const { id: share_id, owner_id, shows_title, expires_at } = share
    const snapshot = await this.#deps.store.snapshot(share_id)
    // Revoked in this very moment.
    if (snapshot === null) return null
    const is_own = principal?.id === owner_id
    return { type: 'open', share_id, is_own, snapshot: ShareSnapshot.parse(snapshot), shows_title, expires_at, proof }
  }

  async #uploaded(shareId: string, { messages }: ShareSnapshot, principal: Principal): Promise<Map<string, string>> {
    const { store, attachments } = this.#deps
    const own = uploadsOf(attachments, principal)
    const hashes = new Set(JSON.stringify(messages).match(/(?<="share\/)[0-9a-f]{64}(?=")/g))
    const uploads = new Map<string, string>()
    for (const hash of hashes) {
      const file = await store.file(shareId, hash)
      if (file) uploads.set(`share/${hash}`, (await own.put(file.bytes, file.media_type)).data)
    }
    return uploads
  }

  async #find(
    { token, principal, address, password, proof }: LinkHolder,
    when: 'a view' | 'after a view',
  ): Promise<Found | null> {
    const { store, passwords, attempts, clock } = this.#deps
    const giveBack = attempts.takeGuess(address)
    const now = clock()
    const share = await store.opened({
      token_hash: hashToken(token),
      person_id: principal?.id ?? null,
      at: formatTimestamp(now),
      viewed_since: when === 'a view' ? null : formatTimestamp(now - AFTER_VIEW),
    })
    // As long as for a share that has another one.
    if (!share && typeof password === 'string') await passwords.isSame(password, null)
    if (!share) return null
    giveBack()
    if (share.password === null || share.owner_id === principal?.id) return { share, isLetIn: true, proof: null }
    const right = passwordProof(await this.#deps.secret.readOrMake(), share.id, share.password)
    if (typeof proof === 'string' && isSame(proof, right)) return { share, isLetIn: true, proof: right }
    if (typeof password !== 'string') return { share, isLetIn: false, proof: null }
    const passwordGiveBack = attempts.take(address, `share ${share.id}`)
    const isLetIn = await passwords.isSame(password, share.password)
    if (isLetIn) passwordGiveBack()
    return { share, isLetIn, proof: isLetIn ? right : null }
  }
}

/** A share that answers; `isLetIn`: it has no password, or it was said. */
interface Found {
  share: OpenedShare
  isLetIn: boolean
  proof: string | null
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
