/**
 * Resolves in a task of its own. What a page begins with is asked for in one commit: to begin it all in one task keeps a
 * phone for long enough to be felt.
 */
export function ownTask(): Promise<void> {
  return new Promise((begin) => setTimeout(begin))
}
