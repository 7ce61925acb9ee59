import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client'
import { createClient } from '@libsql/client'
import { isBusy } from './client.ts'

/**
 * Claims something for this process by a file that stands for it; null while another process has it, for longer than
 * `patienceMs`. Returns what gives it back.
 *
 * The claim is a transaction that is never ended: the system takes it from a process that is killed, where a written-down
 * process id would stay behind and may be somebody else's by then.
 */
export async function claimFile(path: string, patienceMs: number): Promise<(() => void) | null> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  let client: Client | undefined
  try {
    client = createClient({ url: pathToFileURL(path).href, timeout: patienceMs })
    const [claim, opened] = [await client.transaction('write'), client]
    return () => {
      claim.close()
      opened.close()
    }
  } catch (error) {
    client?.close()
    if (isBusy(error)) return null
    throw error
  }
}
