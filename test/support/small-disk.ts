import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few kilobytes, which fills up for real. Only root may mount one. */
export interface SmallDisk {
  path: string
  remove: () => Promise<void>
}

export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'metis-disk-'))
  mount(path, bytes)
  return {
    path,
    async remove() {
      // Lazily: the driver keeps a file open after a failed statement until it is collected.
      asRoot('umount', '-l', path)
      await rmdir(path)
    },
  }
}

/** Throws where it may not be done, or cannot. */
export function asRoot(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' })
}

/** Why there is none on this machine, as the end of a test's name; null where there is. */
export const smallDiskMissing = missing()

function missing(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'metis-disk-'))
  try {
    mount(path, 4096)
    asRoot('umount', path)
    return null
  } catch {
    return ' (skipped: no disk can be mounted here)'
  } finally {
    rmdirSync(path)
  }
}

function mount(path: string, bytes: number): void {
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path)
}
