/** A backup that was read again when it was written. */
export interface BackupSummary {
  /** Of its folder. */
  name: string
  /** ISO 8601. */
  created_at: string
  /** Of all files; those that it shares with others as well. */
  bytes: number
  uploads: number
  /** Those that were not there, or not what they were. */
  missing_uploads: number
}

export interface BackupStore {
  /** The newest one there is, whoever wrote it; null where there is none. */
  latest(): Promise<BackupSummary | null>
  /** Throws what keeps it from being written, in words. */
  write(): Promise<BackupSummary>
  /** Ends the one that is being written. */
  stop(): void
}
