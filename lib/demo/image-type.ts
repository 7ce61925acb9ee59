const SIGNATURES = [
  { type: 'image/png', pattern: /^\x89PNG\r\n/ },
  { type: 'image/jpeg', pattern: /^\xff\xd8\xff/ },
  { type: 'image/gif', pattern: /^GIF8[79]a/ },
  { type: 'image/webp', pattern: /^RIFF[\s\S]{4}WEBP/ },
] as const

export const PICTURE_TYPES = SIGNATURES.map(({ type }) => type)

/** The media type that the bytes show, whatever the sender calls them; `null` for none that models look at. */
export function pictureType(base64: string): string | null {
  const start = Buffer.from(base64.slice(0, 32), 'base64').toString('latin1')
  return SIGNATURES.find(({ pattern }) => pattern.test(start))?.type ?? null
}
