import type { Access } from '#lib/people/access.ts'
import type { Credentials } from '#lib/people/credentials.ts'
import { linkPath } from '#lib/people/first-owner.ts'
import type { LeftChats } from '#lib/people/left-chats.ts'
import type { Oidc } from '#lib/people/oidc.ts'
import type { Passkeys } from '#lib/people/passkeys.ts'
import type { Actor, MadeLink, People } from '#lib/people/people.ts'
import type { Origin, SignedIn, SignIn } from '#lib/people/sign-in.ts'
import type { Teams } from '#lib/people/teams.ts'
import type { Principal } from '#lib/principal.ts'
import { type HttpError, notFound } from './http-error.ts'

interface Installed {
  access: Access | null
}

export function signInOf({ access }: Installed): SignIn {
  if (!access) throw localOnly()
  return access.signIn
}

export function peopleOf({ access }: Installed): People {
  if (!access) throw localOnly()
  return access.people
}

export function leftChatsOf({ access }: Installed): LeftChats {
  if (!access) throw localOnly()
  return access.leftChats
}

export function teamsOf({ access }: Installed): Teams {
  if (!access) throw localOnly()
  return access.teams
}

export function passkeysOf({ access }: Installed): Passkeys {
  if (!access) throw localOnly()
  if (!access.passkeys) throw notFound('browsers have no passkeys for this server, so a sign-in with one')
  return access.passkeys
}

export function oidcOf({ access }: Installed): Oidc {
  if (!access) throw localOnly()
  if (!access.oidc) throw notFound('no identity provider is set up, so a sign-in by one')
  return access.oidc
}

export function credentialsOf({ access }: Installed): Credentials {
  if (!access) throw localOnly()
  return access.credentials
}

/** Of a request that was let through, so that there is one wherever people sign in. */
export function signedInOf(signedIn: SignedIn | null): SignedIn {
  if (!signedIn) throw localOnly()
  return signedIn
}

function localOnly(): HttpError {
  return notFound('this server listens on its own machine only, so a sign-in')
}

export function actorOf(principal: Principal, { address }: Origin): Actor {
  return { principal, address }
}

export function linkOf({ token, invitation }: MadeLink): { path: string; expires_at: string } {
  return { path: linkPath(token), expires_at: invitation.expires_at }
}
