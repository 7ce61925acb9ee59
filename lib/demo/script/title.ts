const LONGEST = 6

/** A name for a conversation: the first words of its question. Null where no name is asked for. */
export function titleFor(words: string): string | null {
  if (!words.startsWith('Name this conversation')) return null
  const question = /^Question:\n(.*?)(?:\n\nAnswer:|$)/ms.exec(words)?.[1] ?? ''
  const [first = 'A', ...rest] = question
    .split(/[^\p{L}\p{N}'’*+/()-]+/u)
    .filter(Boolean)
    .slice(0, LONGEST)
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}
