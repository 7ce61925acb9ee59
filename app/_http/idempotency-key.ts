import { createHash } from 'node:crypto'
import { IdempotencyKey } from '#lib/api/request.ts'
import type { Principal } from '#lib/principal.ts'
import type { Idempotency } from '#lib/session/idempotency.ts'
import type { KeptAnswer, RequestKey } from '#lib/store/store.ts'
import { invalidRequest } from './http-error.ts'

interface KeyedRequest {
  principal: Principal
  scope: string
  said: object
}

/**
 * Carries a request out, or gives the answer that it had when it came before under the same `Idempotency-Key`. `principal` and `scope` say
 * whose key it is, `said` what the request says: under one key it must be the same each time. `work` is handed the key to
 * store with what it creates; without the header there is none, and each request counts.
 */
export function once<T extends KeptAnswer['answer']>(
  request: Request,
  idempotency: Idempotency,
  of: KeyedRequest,
  work: (key: RequestKey | undefined) => Promise<T>,
): Promise<T> {
  const key = request.headers.get('idempotency-key')
  if (key === null) return work(undefined)
  const { error } = IdempotencyKey.safeParse(key)
  if (error)
    throw invalidRequest([{ path: 'Idempotency-Key', problem: error.issues.map(({ message }) => message).join('; ') }])
  const requestKey = requestKeyOf(of, key)
  return idempotency.once(requestKey, () => work(requestKey))
}

export function requestKeyOf({ principal, scope, said }: KeyedRequest, key: string): RequestKey {
  return { scope: `${principal.id} ${scope}`, key, fingerprint: fingerprintOf(said) }
}

/** What was said, not how: a body that was checked has its fields in the order of its schema. */
function fingerprintOf(said: object): string {
  return createHash('sha256')
    .update(said instanceof Uint8Array ? said : JSON.stringify(said))
    .digest('hex')
}
