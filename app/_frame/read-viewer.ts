import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import type { SignedIn } from '#lib/people/sign-in.ts'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import { originOf, tokenOf } from '../_http/auth-cookie.ts'
import { BEHIND_LINK } from '../_http/link-holder.ts'
import { server } from '../server.ts'
import type { Viewer } from './viewer.ts'

/** `null` where nobody is signed in, and where nobody signs in here. */
const signedIn = cache(async (): Promise<SignedIn | null> => {
  const { access, reachable } = await server()
  const said = await headers()
  // Whoever reads what was shared is nobody there.
  if (!access || said.has(BEHIND_LINK)) return null
  return await access.signIn.find(tokenOf(said, reachable), originOf(said))
})

/** Whose chats a page shows; `null` where it shows none. */
export async function pagePrincipal(): Promise<Principal | null> {
  const { access } = await server()
  return access ? ((await signedIn())?.principal ?? null) : LOCAL_OWNER
}

/** Looked up once for each page. Whoever is let through to a page is known; anybody else would be as little as there is. */
export const viewer = cache(async (): Promise<Viewer> => {
  const { access } = await server()
  if (!access) return { id: null, role: 'owner', signsIn: false }
  const found = await signedIn()
  return { id: found?.person.id ?? null, role: found?.principal.role ?? 'member', signsIn: found !== null }
})
