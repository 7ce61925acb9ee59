/** A key as it is stored: who has the database alone cannot read it. */
export interface SealedKey {
  /** Base64, with its tag. */
  ciphertext: string
  nonce: string
  /** How it was sealed. */
  version: number
  /** Its last four characters; empty for one that is so short that they would say too much. */
  hint: string
}

/** A provider that was set up in the browser. */
export interface StoredProvider {
  /** Before the colon of its model ids. */
  provider: string
  /** A name of one's own. */
  label: string | null
  /** `null`: where the provider is. */
  base_url: string | null
  protocol: string | null
  /** Models by name, beside those that its server lists. */
  models: readonly string[]
  /** `null` for a server that asks for none. */
  key: SealedKey | null
  created_at: string
}

export interface KeyStore {
  /** In the order of their names. */
  list(): Promise<StoredProvider[]>
  /** In the place of what was stored of this provider. */
  put(provider: StoredProvider): Promise<void>
  /** False when there was none. */
  remove(provider: string): Promise<boolean>
  /** When a model of this provider was asked last, from `since` on; `null`: never. */
  lastUsed(provider: string, since: string): Promise<string | null>
}
