/** The end of every switch over a closed union: a new variant is a compile error here, and a thrown one at run time. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled variant: ${JSON.stringify(value)}`)
}
