/** By which names are compared: those that a reader would take for the same are the same. */
export function keyOfName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
