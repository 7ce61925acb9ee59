import { InvariantError } from '#lib/canonical/invariant.ts'
import { LaterDeletionError } from '#lib/store/deletion.ts'
import { StorageError } from '#lib/store/storage-error.ts'
import { BadCursorError, UnknownSessionError } from '#lib/store/store.ts'
import { UnmetExpectationError } from '#lib/store/turn-record.ts'

/** An error as plain data: structured clone keeps neither the class of an error nor its fields. */
export interface ErrorData {
  name: string
  message: string
  stack: string | undefined
  fields: Record<string, unknown>
  cause: ErrorData | null
}

/** The classes that the store's interface names. Any other error comes out as an `Error` of the same name. */
const CLASSES: Readonly<Record<string, { prototype: Error }>> = {
  BadCursorError,
  InvariantError,
  LaterDeletionError,
  StorageError,
  UnknownSessionError,
  UnmetExpectationError,
}

export function errorData(thrown: unknown): ErrorData {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack, cause, ...fields } = error
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => isPlain(value))),
    cause: error.cause === undefined ? null : errorData(error.cause),
  }
}

export function errorFrom({ name, message, stack, fields, cause }: ErrorData): Error {
  const error = new Error(message, cause ? { cause: errorFrom(cause) } : undefined)
  Object.setPrototypeOf(error, CLASSES[name]?.prototype ?? Error.prototype)
  const hidden = { name, ...(stack !== undefined && { stack }) }
  for (const [key, value] of Object.entries(hidden)) {
    Object.defineProperty(error, key, { value, enumerable: false, configurable: true, writable: true })
  }
  return Object.assign(error, fields)
}

function isPlain(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
