import type { Part } from './answer-text.ts'

/** Items of one list, rows of one table, slices of one text. */
export function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = []
  for (const part of parts) {
    const group = groups.at(-1)
    if (part.follows && group) group.push(part)
    else groups.push([part])
  }
  return groups
}

/** What stands between its marks, with the end of its last line, as far as it was written. */
export function fencedCode({ source, fence }: Part): { code: string; language: string } {
  const lines = source.slice(source.indexOf('\n') + 1 || source.length)
  const indent = fence?.indent ?? 0
  const code = indent > 0 ? lines.replaceAll(new RegExp(`^ {1,${indent}}`, 'gm'), '') : lines
  return { code, language: /^\S{1,40}/.exec(fence?.info ?? '')?.[0] ?? '' }
}
