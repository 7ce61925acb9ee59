import { once } from 'node:events'
import { createServer } from 'node:net'

/** What keeps the server from listening there, and what to do about it, in one sentence; `null` when nothing does. */
export async function portFault(host: string, port: number): Promise<string | null> {
  const probe = createServer()
  try {
    await once(probe.listen(port, host), 'listening')
  } catch (cause) {
    return faultOf(cause as NodeJS.ErrnoException, host, port)
  }
  probe.close()
  await once(probe, 'close')
  return null
}

function faultOf(cause: NodeJS.ErrnoException, host: string, port: number): string {
  const other = `choose another one, for instance PORT=${port >= 1024 && port < 65_535 ? port + 1 : 3001}.`
  switch (cause.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use, by another program or another Metis: stop that one, or ${other}`
    case 'EACCES':
      return `Port ${port} may not be used by this user: ${other}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine: use another one, for instance HOST=127.0.0.1.`
    default:
      throw cause
  }
}
