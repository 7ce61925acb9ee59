import { HttpError } from './http-error.ts'

/** What the framework hands on to a route. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type Method = (typeof METHODS)[number]

/**
 * The method that a request really had, where the framework can route no such method: it comes to the route as a `GET`
 * that carries this header (`foreign-method.ts`). Who sends it by hand gets the same 405.
 */
export const FOREIGN_METHOD = 'x-metis-foreign-method'

/** The `Allow` header of an address that has these methods; null where it has none: then there is no such address. */
export function allowed(own: readonly string[]): string | null {
  if (own.length === 0) return null
  const all: readonly string[] = [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  return METHODS.filter((method) => all.includes(method)).join(', ')
}

export function methodNotAllowed(allow: string): HttpError {
  const message = `this address has no such method; it answers to ${allow}`
  return new HttpError('method_not_allowed', message, { allow: allow.split(', ') }, { allow })
}
