import type { People } from './people.ts'

/** A server that others can reach has nobody yet who can sign in. */
export class NoOwnerError extends Error {
  override readonly name = 'NoOwnerError'
  constructor() {
    super(
      'others can reach this server, and nobody can sign in to it yet. Make an owner with `npm run owner`, or set METIS_OWNER_EMAIL and start again: then a link for that is printed here, once',
    )
  }
}

/**
 * The path of a link by which somebody becomes the owner, where there is none yet; null where there is one. Links that were
 * made before are withdrawn. Throws a `NoOwnerError` where it is said for nobody.
 */
export async function firstOwnerLink(people: People, email: string | null): Promise<string | null> {
  if (await people.hasOwner()) return null
  if (email === null) throw new NoOwnerError()
  for (const { id } of await people.invitations()) await people.withdraw(null, id)
  const { token } = await people.invite(null, { role: 'owner', email })
  return linkPath(token)
}

/** Behind the `#`: what stands there is sent to no server, so it is in no log. */
export function linkPath(token: string): string {
  return `/join#${token}`
}
