import { openAccounts } from '#db/account.ts'
import { openShares } from '#db/share.ts'
import { ShareContent } from '#lib/canonical/share-content.ts'
import { SHARED_AT_FIRST } from '#lib/canonical/shared-at-first.ts'
import { createPictureFitter } from '#lib/media/picture-fitter.ts'
import { Attempts } from '#lib/people/attempts.ts'
import { Passwords } from '#lib/people/passwords.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type LinkHolder, SharedLinks } from '#lib/share/shared-links.ts'
import { Shares } from '#lib/share/shares.ts'
import { localDatabaseUrl, openClient } from '../../db/client.ts'
import { CHEAP } from './people.ts'
import { startSessionServer } from './session-server.ts'

export type SaidShare = Parameters<Shares['publish']>[2]

/** What whoever shares says when they say nothing. */
export const SAID: SaidShare = {
  ...ShareContent.parse({ include: SHARED_AT_FIRST }),
  confirmed: [],
  password: null,
  audience: 'link',
  people: [],
  shows_title: false,
}

/** Sharing over a whole server, at a time and with a secret that the test says. */
export async function startSharing() {
  const server = await startSessionServer()
  const url = localDatabaseUrl(server.folder)
  const client = await openClient({ url })
  const store = openShares({ client, url })
  const accounts = openAccounts({ client, url })
  const time = { days: 0, secret: 1 }
  const clock = () => Math.floor((Date.parse('2026-11-23T12:00:00Z') + time.days * 86_400_000) * 1_000)
  const key = async () => Buffer.alloc(32, time.secret)
  const deps = {
    store,
    attachments: server.attachments,
    passwords: new Passwords(CHEAP),
    secret: { from: 'file' as const, read: key, readOrMake: key },
    clock,
  }
  const pictures = createPictureFitter({ folder: `${server.folder}/fitted` })
  const shares = new Shares({ ...deps, chats: server.store, pictures, accounts })
  const seconds = { passed: 0 }
  const links = new SharedLinks({
    ...deps,
    sessions: server.parts.sessions,
    attempts: new Attempts(() => seconds.passed * 1_000),
  })
  const open = (token: string, { counts = true, ...holder }: Partial<LinkHolder> & { counts?: boolean } = {}) =>
    links.open({ token, principal: null, address: '192.0.2.7', ...holder }, { counts })
  return {
    ...server,
    store,
    chats: server.store,
    accounts,
    client,
    shares,
    links,
    time,
    /** Of the process, for whoever is told to wait. */
    seconds,
    open,
    /** Shares a chat of the local owner; gives the id and the token. */
    async share(sessionId: string, said: Partial<SaidShare> = {}) {
      const id = await shares.publish(LOCAL_OWNER, sessionId, { ...SAID, ...said })
      return { id, token: await shares.tokenOf(LOCAL_OWNER, id) }
    },
    async chat(text = 'calculate 2*3') {
      const id = await server.sessions.create({ active_model: 'demo:openai', title: 'Sums' })
      await server.say(id, text)
      return id
    },
    async close() {
      client.close()
      await server.close()
    },
  }
}
