/** The key by which browsers print. */
export function isPrintKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey
}
