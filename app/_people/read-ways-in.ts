import 'server-only'
import { server } from '../server.ts'
import type { WaysIn } from './ways-in.ts'

export async function waysIn(): Promise<WaysIn> {
  const { access } = await server()
  return { passkeys: access !== null && access.passkeys !== null, oidc: access?.oidc?.name ?? null }
}
