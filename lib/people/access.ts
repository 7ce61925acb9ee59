import { monotonicIds } from '../canonical/id.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Logger } from '../log.ts'
import type { AccountStore } from '../store/account-store.ts'
import { Attempts } from './attempts.ts'
import { LeftChats } from './left-chats.ts'
import { OpenStreams } from './open-streams.ts'
import { Passwords } from './passwords.ts'
import { type Chats, People } from './people.ts'
import { SignIn } from './sign-in.ts'
import { Teams } from './teams.ts'

/** What a server has that others can reach. */
export interface Access {
  people: People
  teams: Teams
  leftChats: LeftChats
  signIn: SignIn
  streams: OpenStreams
}

/** `clock` in microseconds. */
export function openAccess({
  store,
  clock,
  log,
  chats,
  passwords = new Passwords(),
}: {
  store: AccountStore
  clock: () => number
  log: Logger
  chats: Chats
  passwords?: Passwords
}): Access {
  const newId = monotonicIds()
  const streams = new OpenStreams({ store, now: () => formatTimestamp(clock()), log })
  const signIn = new SignIn({ store, passwords, attempts: new Attempts(), streams, clock, newId })
  return {
    streams,
    signIn,
    teams: new Teams({ store, clock, newId }),
    leftChats: new LeftChats({ store, chats, clock, newId }),
    people: new People({ store, passwords, signIn, streams, chats, clock, newId }),
  }
}
