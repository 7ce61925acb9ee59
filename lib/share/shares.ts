import { hashJson } from '../canonical/hash.ts'
import { newId } from '../canonical/id.ts'
import { type PublicMessage, publicMessage } from '../canonical/public-message.ts'
import type { ShareContent } from '../canonical/share-content.ts'
import type { ShareFinding } from '../canonical/share-finding.ts'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { PictureFitter } from '../media/picture-fitter.ts'
import { emailKey } from '../people/email.ts'
import type { Passwords } from '../people/passwords.ts'
import { hashToken } from '../people/token.ts'
import type { Principal } from '../principal.ts'
import type { Secret } from '../provider-setup/secret.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type {
  Publication,
  ShareAudience,
  ShareFile,
  ShareStore,
  ShareTotals,
  StoredShare,
} from '../store/share-store.ts'
import { type RequestKey, type Store, UnknownSessionError } from '../store/store.ts'
import { draftOf, type ShareDraft } from './draft.ts'
import { searched } from './findings.ts'
import { picturesOf } from './pictures.ts'
import {
  PreviewOutdatedError,
  SecretsFoundError,
  ShareFieldError,
  ShareLinkLostError,
  UnknownShareError,
} from './refused.ts'
import { sealed, withPictures } from './seal.ts'
import type { SharedCosts } from './snapshot.ts'
import { newNonce, shareToken } from './token.ts'

const DAY = 24 * 60 * 60 * 1_000_000
/** Of a share whose maker says nothing else. */
const LIFE = 30 * DAY

interface Deps {
  store: ShareStore
  chats: Pick<Store, 'sessionOf' | 'path'>
  attachments: AttachmentStore
  pictures: PictureFitter
  passwords: Passwords
  secret: Secret
  /** Null where nobody signs in: then there are no people to share with. */
  accounts: Pick<AccountStore, 'signingIn' | 'person'> | null
  /** Microseconds. */
  clock: () => number
}

/** What is published of a chat, and what whoever publishes it has seen and said of that. */
interface SaidContent extends ShareContent {
  /** Ids of findings that may stay in. */
  confirmed: readonly string[]
  /** Of the preview that was looked at; absent where nobody did. */
  fingerprint?: string | null | undefined
}

interface SaidShare extends SaidContent {
  /** Undefined: 30 days from now. Null: never. */
  expires_at?: string | null | undefined
  max_views?: number | null | undefined
  password: string | null
  audience: ShareAudience
  /** Their e-mail addresses. */
  people: readonly string[]
  shows_title: boolean
}

interface SharePreview {
  title: string | null
  system_prompt: string | null
  /** Under the ids of the chat, with its uploads. */
  messages: PublicMessage[]
  costs: SharedCosts | null
  findings: ShareFinding[]
  /** Of all that would be published. */
  fingerprint: string
}

/** A share as its owner is told of it. */
interface OwnShare extends Omit<StoredShare, 'nonce' | 'token_hash' | 'snapshot_hash' | 'is_chat_deleted' | 'people'> {
  /** Only one that is `live` answers anybody. */
  state: 'live' | 'expired' | 'used_up' | 'chat_deleted' | 'revoked'
  people: { email: string; name: string }[]
  hash: string
}

/** What somebody shares of their chats. All throw `UnknownSessionError` or `UnknownShareError` for what is not theirs. */
export class Shares {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Exactly what would be published. Throws `ShareRangeError`, `NothingToShareError`, `ShareTooLargeError`. */
  async preview(principal: Principal, sessionId: string, content: ShareContent): Promise<SharePreview> {
    const { draft, findings, fingerprint } = await this.#prepared(principal, sessionId, content)
    const messages = draft.messages.map((message, index) =>
      publicMessage({ message, parent_id: draft.messages[index - 1]?.id ?? null }),
    )
    return { ...draft, messages, findings, fingerprint }
  }

  /**
   * Returns the id of the share. Throws as `preview`, and `SecretsFoundError`, `PreviewOutdatedError`, `ShareFieldError`,
   * `SecretError`, `TooBusyError`.
   */
  async publish(principal: Principal, sessionId: string, said: SaidShare, key?: RequestKey): Promise<string> {
    const { store, passwords, secret, clock } = this.#deps
    const now = clock()
    const { password, audience, max_views = null, shows_title } = said
    const expires_at = said.expires_at === undefined ? formatTimestamp(now + LIFE) : said.expires_at
    assertFuture(expires_at, now)
    const people = audience === 'people' ? await this.#peopleOf(said.people) : []
    const publication = await this.#published(principal, sessionId, said, now)
    const nonce = newNonce()
    const share = {
      ...publication,
      id: newId(),
      session_id: sessionId,
      owner_id: principal.id,
      token_hash: hashToken(shareToken(await secret.readOrMake(), nonce)),
      nonce,
      audience,
      people,
      shows_title,
      password: password === null ? null : await passwords.hash(password),
      expires_at,
      max_views,
    }
    await store.add(share, key && { ...key, answer: { id: share.id } })
    return share.id
  }

  /** A newer snapshot at the same link; `expires_at` undefined stays. Throws as `publish`. */
  async republish(
    principal: Principal,
    id: string,
    said: SaidContent & { expires_at?: string | null | undefined },
  ): Promise<OwnShare> {
    const { store, clock } = this.#deps
    const { session_id, revoked_at } = await this.#own(principal, id)
    if (revoked_at !== null) throw new UnknownShareError()
    const now = clock()
    if (said.expires_at !== undefined) assertFuture(said.expires_at, now)
    const publication = await this.#published(principal, session_id, said, now)
    if (!(await store.republish(principal.id, id, publication, said.expires_at))) throw new UnknownShareError()
    return await this.#shown(await this.#own(principal, id))
  }

  async list(principal: Principal): Promise<OwnShare[]> {
    const shares = await this.#deps.store.list(principal.id)
    return await Promise.all(shares.map((share) => this.#shown(share)))
  }

  /** What stands in its link. Throws `ShareLinkLostError`, `SecretError`. */
  async tokenOf(principal: Principal, id: string): Promise<string> {
    const { nonce, token_hash, revoked_at } = await this.#own(principal, id)
    if (revoked_at !== null) throw new UnknownShareError()
    const token = shareToken(await this.#deps.secret.readOrMake(), nonce)
    if (hashToken(token) !== token_hash) throw new ShareLinkLostError()
    return token
  }

  /** From then on it answers nobody, and all that it showed is gone. */
  async revoke(principal: Principal, id: string): Promise<void> {
    const { store, clock } = this.#deps
    if (!(await store.revoke(principal.id, id, formatTimestamp(clock())))) throw new UnknownShareError()
  }

  /** Numbers, and no word of any. */
  totals(): Promise<ShareTotals> {
    return this.#deps.store.totals(formatTimestamp(this.#deps.clock()))
  }

  async #own(principal: Principal, id: string): Promise<StoredShare> {
    const share = await this.#deps.store.find(principal.id, id)
    if (!share) throw new UnknownShareError()
    return share
  }

  async #peopleOf(emails: readonly string[]): Promise<string[]> {
    const { accounts } = this.#deps
    const found = await Promise.all(emails.map((email) => accounts?.signingIn(emailKey(email))))
    const ids = found.flatMap((known) => known?.person.id ?? [])
    if (ids.length === 0 || ids.length < emails.length) throw new ShareFieldError('people')
    return [...new Set(ids)]
  }

  async #shown(share: StoredShare): Promise<OwnShare> {
    const { accounts, clock } = this.#deps
    const { nonce: _nonce, token_hash: _hash, snapshot_hash: hash, is_chat_deleted: _deleted, people, ...rest } = share
    const known = await Promise.all(people.map((id) => accounts?.person(id)))
    const named = known.flatMap((person) => (person ? [{ email: person.email, name: person.name }] : []))
    return { ...rest, hash, people: named, state: stateOf(share, clock()) }
  }

  async #published(principal: Principal, sessionId: string, said: SaidContent, now: number): Promise<Publication> {
    const { from, to, include, hidden, masks } = said
    const content = { from, to, include, hidden, masks }
    const { draft, files, findings, fingerprint } = await this.#prepared(principal, sessionId, content)
    if (typeof said.fingerprint === 'string' && said.fingerprint !== fingerprint) throw new PreviewOutdatedError()
    const isSettled = new Set(said.confirmed)
    const open = findings.filter(({ id, masked }) => !masked && !isSettled.has(id))
    if (open.length > 0) throw new SecretsFoundError(open)
    const published_at = formatTimestamp(now)
    const snapshot = sealed(draft, { pictures: files, shared_at: published_at })
    return {
      title: snapshot.title,
      content,
      snapshot,
      snapshot_hash: snapshot.hash,
      messages: snapshot.messages.length,
      published_at,
      files: [...files.values()],
    }
  }

  async #prepared(principal: Principal, sessionId: string, content: ShareContent): Promise<Prepared> {
    const { chats, attachments, pictures } = this.#deps
    const session = await chats.sessionOf(principal, sessionId)
    if (!session) throw new UnknownSessionError(sessionId)
    const { title, system_prompt } = session
    const chosen = draftOf({ title, system_prompt, path: await chats.path(sessionId) }, content)
    const { draft, findings } = await searched(chosen, content.masks)
    const files = await picturesOf(draft.messages, { attachments, pictures })
    const messages = draft.messages.map((message) =>
      withPictures(message, (image) => (files.has(image.source.data) ? image : null)),
    )
    const whole = { ...draft, messages }
    return { draft: whole, files, findings, fingerprint: hashJson(whole) }
  }
}

interface Prepared {
  draft: ShareDraft
  files: Map<string, ShareFile>
  findings: ShareFinding[]
  fingerprint: string
}

function assertFuture(expires_at: string | null, now: number): void {
  if (expires_at !== null && parseTimestamp(expires_at) <= now) throw new ShareFieldError('expires_at')
}

function stateOf({ revoked_at, is_chat_deleted, expires_at, max_views, views }: StoredShare, now: number) {
  if (revoked_at !== null) return 'revoked'
  if (is_chat_deleted) return 'chat_deleted'
  if (expires_at !== null && parseTimestamp(expires_at) <= now) return 'expired'
  return max_views !== null && views >= max_views ? 'used_up' : 'live'
}
