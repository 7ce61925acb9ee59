import type { ErrorClass } from './error.ts'

/** Classes by which a provider refuses what it was sent: the same would be refused again. */
export const REFUSAL_CLASSES: ReadonlySet<ErrorClass> = new Set(['invalid_request', 'context_overflow'])
