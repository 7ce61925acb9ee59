import 'server-only'
import { checksContract, readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { version } from '../package.json'

/** Everything a route handler may use. */
export interface Server extends Installation {
  version: string
}

// Modules exist once for each bundle that imports them, the process has one server: it lives on `globalThis`.
const holder = globalThis as typeof globalThis & { metisServer?: Promise<Server> }

/** The composition root: built at the first call, the same one ever after. */
export function server(): Promise<Server> {
  holder.metisServer ??= open()
  return holder.metisServer
}

async function open(): Promise<Server> {
  return { version, ...(await openInstallation(readEnv(), { checksContract: checksContract() })) }
}
