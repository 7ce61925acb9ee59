import 'server-only'
import { headers } from 'next/headers'
import { originOf, tokenOf } from '../_http/auth-cookie.ts'
import { server } from '../server.ts'
import type { Viewer } from './viewer.ts'

/** Whoever is let through to a page is known; anybody else would be as little as there is. */
export async function viewer(): Promise<Viewer> {
  const { access, reachable } = await server()
  if (!access) return { role: 'owner', signsIn: false }
  const said = await headers()
  const found = await access.signIn.find(tokenOf(said, reachable), originOf(said))
  return { role: found?.principal.role ?? 'member', signsIn: found !== null }
}
