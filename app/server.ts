import 'server-only'
import type { Installation } from '#lib/installation.ts'

/** Everything a route handler may use. */
export interface Server extends Installation {
  version: string
}

/** A module exists once for each bundle that imports it, and the process has one server: it lives on `globalThis`. */
export const holder = globalThis as typeof globalThis & { metisServer?: Promise<Server> }

/**
 * The one server of this process, which is opened before the first request is answered (`instrumentation.ts`). What opens it
 * is not imported here: each route would bring all of the product in a bundle of its own.
 */
export async function server(): Promise<Server> {
  if (!holder.metisServer) throw new Error('the server is asked before it is open')
  return await holder.metisServer
}
