import type { ErrorDetails } from '#lib/api/error.ts'
import { ApiError } from '../../_client/use-api.ts'

/** Which choice the server does not know, or not any more; null where it refused for another reason. */
export function unknownSubject(error: unknown): 'person_id' | 'team_id' | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') return null
  const faults = (error.details ?? []) as ErrorDetails<'invalid_request'>
  return (['person_id', 'team_id'] as const).find((field) => faults.some(({ path }) => path === field)) ?? null
}
