import type { AuditEntry, LinkedAccount, Person } from './account-store.ts'

/** What somebody proves who they are with, beside a password. */
export interface Credential {
  id: string
  kind: 'passkey' | 'oidc'
  /** What its person tells it by. */
  label: string
  created_at: string
  used_at: string | null
}

/** What is compared with what a device says. */
export interface Passkey {
  /** Base64url, as the device named it. */
  credential_id: string
  /** Base64url of a COSE key. */
  public_key: string
  /** How often it was used, as far as its device counts; 0 where it does not. */
  counter: number
  /** How a browser reaches the device. */
  transports: readonly string[]
}

/** What a browser is to prove soon, and once. */
export interface Challenge {
  purpose: 'passkey_sign_in' | 'passkey_add' | 'oidc_sign_in' | 'oidc_link'
  /** Who is to have what is added; null where somebody signs in. */
  user_id: string | null
  /** The page that somebody came from who is led elsewhere. */
  next_page: string | null
  expires_at: string
}

/** What people sign in with beside a password, and what they are asked for it. Whatever says so in the audit log is in the same write. */
export interface CredentialStore {
  /** In the order in which they were added. */
  credentialsOf(userId: string): Promise<Credential[]>
  passkeysOf(userId: string): Promise<Passkey[]>
  /** By what its device calls it, with whose it is; null also for one of somebody who was removed. */
  passkey(credentialId: string): Promise<{ id: string; label: string; passkey: Passkey; person: Person } | null>
  /** `taken`: the same one is somebody's already. */
  addPasskey(
    credential: { id: string; user_id: string; label: string; passkey: Passkey; created_at: string },
    audit: AuditEntry,
  ): Promise<'added' | 'taken'>
  /** False where it was used or removed since its counter was `from`: then nothing is written. */
  countPasskey(id: string, counter: { from: number; to: number }, at: string): Promise<boolean>
  /** By its issuer and subject, as `passkey`. */
  oidcAccount(identifier: string): Promise<{ id: string; person: Person } | null>
  /** `taken`: it is somebody's already. */
  addOidc(account: LinkedAccount & { user_id: string }, audit: AuditEntry): Promise<'added' | 'taken'>
  noteUse(id: string, at: string): Promise<void>
  /** `last`: its person could not sign in any more; then it stays. */
  removeCredential(userId: string, id: string, audit: AuditEntry): Promise<'removed' | 'unknown' | 'last'>

  /** Those that have expired at `at` go. */
  addChallenge(challenge: Challenge & ChallengeHashes, at: string): Promise<void>
  /** Takes one that has not expired at `at`; null where there is none for this browser. Of two at once, one has it. */
  spendChallenge(hashes: ChallengeHashes, at: string): Promise<Challenge | null>
}

export interface ChallengeHashes {
  /** Of what has to come back. */
  challenge_hash: string
  /** Of what the cookie of that browser holds. */
  browser_hash: string
}
