/** The SHA-256 of an upload, by which a source refers to it; null of what refers to none. 64 hex digits lead nowhere else. */
export function uploadHash(data: string): string | null {
  return /^attachments\/([0-9a-f]{64})$/.exec(data)?.[1] ?? null
}
