/** A text of rules as somebody saved it. None ever changes or goes. */
export interface StoredRules {
  /** Counts from 1. */
  version: number
  text: string
  note: string
  author: string
  created_at: string
}

/** The routing rules of an installation, all that there were. */
export interface RuleStore {
  /** Null before anybody saved any. */
  latest(): Promise<StoredRules | null>
  /** Null where there is no such version. */
  version(version: number): Promise<StoredRules | null>
  /** The newest first, without their texts. */
  list(query: { before: number | null; limit: number }): Promise<Omit<StoredRules, 'text'>[]>
  /** `basedOn`: the version that it was written from, 0 for none. Null where another one is the latest by now: nothing is stored then. */
  add(rules: Omit<StoredRules, 'version'>, basedOn: number): Promise<StoredRules | null>
}
