/** Deeper than anything that means something, and shallow enough for whoever walks it by recursion. */
const DEEPEST = 500

/**
 * Whether a parsed value can be stored, hashed and sent again as what it is: `1e400` is read as infinity, which JSON does
 * not have, and nesting without end overflows the stack of all that walk it.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return depth < DEEPEST && Object.values(value).every((part) => isStorable(part, depth + 1))
}
