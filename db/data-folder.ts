/** What lies in the folder of the data beside the database, by its name. */
export const DATA_FILES = {
  uploads: 'attachments',
  models: 'models.yaml',
  secret: 'secret',
  /** What this folder has seen of the audit log (`RestoreWatch`). */
  lastAudit: 'last-audit',
} as const
