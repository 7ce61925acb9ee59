/** What Markdown puts around words: it is not read, so it does not stand between what is looked for. */
const MARKS = /[*`~]/g

/**
 * What a person looks for in a text: capitals count for nothing, and one kind of space is as good as another. `null` where
 * nothing is looked for.
 */
export function wordsPattern(words: string): RegExp | null {
  const wanted = words.trim()
  if (wanted === '') return null
  const escaped = wanted.replace(/[\\^$.*+?()[\]{}|/-]/g, (mark) => (mark === '-' ? '\\x2d' : `\\${mark}`))
  return new RegExp(escaped.replace(/\s+/g, '\\s+'), 'giu')
}

/** The text of a message as it is read, near enough: with its marks only where one of them is looked for. */
export function readableText(texts: readonly string[], words: string): string {
  const text = texts.join('\n\n')
  return words.search(MARKS) === -1 ? text.replace(MARKS, '') : text
}

export function countWords(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
