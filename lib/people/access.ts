import { monotonicIds } from '../canonical/id.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { OidcSettings } from '../env.ts'
import type { Logger } from '../log.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { CredentialStore } from '../store/credential-store.ts'
import { Attempts } from './attempts.ts'
import { Challenges } from './challenges.ts'
import { Credentials } from './credentials.ts'
import { LeftChats } from './left-chats.ts'
import { Oidc } from './oidc.ts'
import { OidcProvider } from './oidc-provider.ts'
import { OpenStreams } from './open-streams.ts'
import { Passkeys } from './passkeys.ts'
import { Passwords } from './passwords.ts'
import { type Chats, People } from './people.ts'
import { relyingParty } from './relying-party.ts'
import { SignIn } from './sign-in.ts'
import { Teams } from './teams.ts'

/** What a server has that others can reach. */
export interface Access {
  people: People
  teams: Teams
  leftChats: LeftChats
  signIn: SignIn
  /** Null where browsers have none for this server. */
  passkeys: Passkeys | null
  /** Null where there is no identity provider. */
  oidc: Oidc | null
  credentials: Credentials
  streams: OpenStreams
}

/** Where browsers come back to from the identity provider, which has to know it. */
const OIDC_RETURN = '/api/sign-in/oidc/callback'

/** `clock` in microseconds. */
export function openAccess({
  store,
  credentials,
  publicUrl,
  oidc = null,
  clock,
  log,
  chats,
  passwords = new Passwords(),
}: {
  store: AccountStore
  credentials: CredentialStore
  publicUrl: string | null
  oidc?: OidcSettings | null
  clock: () => number
  log: Logger
  chats: Chats
  passwords?: Passwords
}): Access {
  const newId = monotonicIds()
  const streams = new OpenStreams({ store, now: () => formatTimestamp(clock()), log })
  const attempts = new Attempts()
  const signIn = new SignIn({ store, passwords, attempts, streams, clock, newId })
  const challenges = new Challenges({ store: credentials, attempts, clock })
  const party = relyingParty(publicUrl)
  const provider = oidc && publicUrl !== null ? new OidcProvider(oidc, publicUrl + OIDC_RETURN, log) : null
  return {
    streams,
    signIn,
    passkeys: party && new Passkeys({ store, credentials, challenges, attempts, signIn, party, clock, newId }),
    oidc: provider && new Oidc({ store, credentials, challenges, signIn, provider, clock, newId }),
    credentials: new Credentials({ store, credentials, clock, newId }),
    teams: new Teams({ store, clock, newId }),
    leftChats: new LeftChats({ store, chats, clock, newId }),
    people: new People({ store, passwords, signIn, streams, chats, clock, newId }),
  }
}
