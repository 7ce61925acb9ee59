import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { originOf, tokenOf } from '../_http/auth-cookie.ts'
import { BEHIND_LINK } from '../_http/link-holder.ts'
import { server } from '../server.ts'
import type { Viewer } from './viewer.ts'

/** Looked up once for each page. Whoever is let through to a page is known; anybody else would be as little as there is. */
export const viewer = cache(async (): Promise<Viewer> => {
  const { access, reachable } = await server()
  if (!access) return { id: null, role: 'owner', signsIn: false }
  const said = await headers()
  // Whoever reads what was shared is nobody there.
  if (said.has(BEHIND_LINK)) return { id: null, role: 'member', signsIn: false }
  const found = await access.signIn.find(tokenOf(said, reachable), originOf(said))
  return { id: found?.person.id ?? null, role: found?.principal.role ?? 'member', signsIn: found !== null }
})
