/** File signatures as base64 shows them; that of WebP stands at bytes 0 and 8. */
const SIGNATURES = [
  ['image/png', /^iVBORw0KGg/],
  ['image/jpeg', /^\/9j\//],
  ['image/gif', /^R0lGOD[dl]h/],
  ['image/webp', /^UklGR.{6}XRUJQ/],
] as const

/** What every provider with eyes takes. */
export const MODEL_PICTURE_TYPES = SIGNATURES.map(([mediaType]) => mediaType)

/** The media type that the first bytes of a base64 text show; null where they are of no kind that models take. */
export function sniffImageType(base64: string): string | null {
  return SIGNATURES.find(([, pattern]) => pattern.test(base64))?.[0] ?? null
}
