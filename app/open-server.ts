import 'server-only'
import { checksContract, type Env, readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { firstOwnerLink } from '#lib/people/first-owner.ts'
import { version } from '../package.json'
import { holder, type Server } from './server.ts'

/** The composition root: built at the first call, the same one ever after. Everything else asks `server`. */
export function openServer(): Promise<Server> {
  holder.metisServer ??= open()
  return holder.metisServer
}

async function open(): Promise<Server> {
  const env = readEnv()
  const installation = await openInstallation(env, { checksContract: checksContract(), version })
  await sayFirstOwner(installation, env)
  return { version, ...installation }
}

/** Not in the log, which others may read: whoever has this link has everything. */
async function sayFirstOwner(installation: Installation, { reachable, host, port }: Env): Promise<void> {
  const { access } = installation
  if (!access || !reachable) return
  try {
    const path = await firstOwnerLink(access.people, reachable.ownerEmail)
    const origin = reachable.publicUrl ?? `http://${host}:${port}`
    if (path !== null)
      process.stdout.write(`\nTo become the owner of this Metis, open within a week:\n${origin}${path}\n\n`)
  } catch (cause) {
    await installation.close()
    throw cause
  }
}
