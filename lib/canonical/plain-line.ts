/** Of the invisible ones, those that join letters and emoji belong to what people write. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu
const JOINERS = new Set(['\u200C', '\u200D'])

/**
 * A name as it stands in a list: one line, without controls, and without the marks that would turn the text around it.
 * Whoever writes it may be a model.
 */
export function plainLine(text: string): string {
  const seen = text.toWellFormed().replace(/\s+/g, ' ')
  return seen.replace(INVISIBLE, (mark) => (JOINERS.has(mark) ? mark : '')).trim()
}
