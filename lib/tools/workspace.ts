import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder for each session that asked for one. */
export interface Workspaces {
  /** Its path; made when it is not there. */
  open(sessionId: string): Promise<string>
  /** With everything in it; it need not be there. */
  remove(sessionId: string): Promise<void>
}

export function createWorkspaces({ folder }: { folder: string }): Workspaces {
  const pathOf = (sessionId: string) => {
    // Our own ids all are: what comes from elsewhere must not lead out of the folder.
    if (!/^[\w-]{1,100}$/.test(sessionId))
      throw new Error(`${JSON.stringify(sessionId)} cannot be the name of a folder`)
    return join(folder, sessionId)
  }
  return {
    async open(sessionId) {
      const path = pathOf(sessionId)
      await mkdir(path, { recursive: true, mode: 0o700 })
      return path
    },
    async remove(sessionId) {
      await rm(pathOf(sessionId), { recursive: true, force: true })
    },
  }
}
