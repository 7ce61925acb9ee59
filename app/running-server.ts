import type { Server } from './server.ts'

/**
 * The one server of this process, for code that is bundled apart from it and must not bring a second one. It is opened before
 * the first request is answered.
 */
export async function runningServer(): Promise<Server> {
  const { metisServer } = globalThis as typeof globalThis & { metisServer?: Promise<Server> }
  if (!metisServer) throw new Error('the server is asked before it is open')
  return await metisServer
}
