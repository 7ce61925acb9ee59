import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localDatabaseUrl } from '#db/client.ts'
import { sqldMissing, startSqld } from './sqld.ts'

export interface TestDatabase extends AsyncDisposable {
  url: string
}

export interface Backend {
  name: string
  /** Why it cannot be tested here. */
  missing: string | null
  /** A fresh, empty database. */
  open(): Promise<TestDatabase>
}

export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'metis-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const missing = await sqldMissing()

/** Where sessions may live; whatever holds for one must hold for the other. */
export const BACKENDS: readonly Backend[] = [
  {
    name: 'a local file',
    missing: null,
    async open() {
      const folder = await temporaryFolder()
      return { url: localDatabaseUrl(folder.path), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
    },
  },
  {
    name: missing ? `a libSQL server (skipped: ${missing})` : 'a libSQL server',
    missing,
    async open() {
      const folder = await temporaryFolder()
      const server = await startSqld(join(folder.path, 'sqld'))
      return {
        url: server.url,
        async [Symbol.asyncDispose]() {
          await server.stop()
          await folder[Symbol.asyncDispose]()
        },
      }
    },
  },
]
