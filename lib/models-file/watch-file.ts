import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/** Editors write in several steps, or put another file in its place: what stands there a little later counts. */
const SETTLED_MS = 100
/** Where the system tells of no change (a network drive, a container's mount), a look at the time of the file does. */
const LOOK_EVERY_MS = 5_000

/** Calls `changed` when the file comes, goes or is written anew; keeps no process alive. Returns what ends it. */
export function watchFile(path: string, changed: () => void): () => void {
  let settled: NodeJS.Timeout | undefined
  const soon = () => {
    clearTimeout(settled)
    settled = setTimeout(changed, SETTLED_MS).unref()
  }
  const watcher = watchFolder(dirname(path), (name) => {
    if (name === null || name === basename(path)) soon()
  })
  let last = ''
  const look = setInterval(async () => {
    const { mtimeMs = 0, size = 0, ino = 0 } = await stat(path).catch(() => ({}) as Record<string, number>)
    const now = [mtimeMs, size, ino].join()
    if (last !== '' && now !== last) soon()
    last = now
  }, LOOK_EVERY_MS).unref()
  return () => {
    watcher?.close()
    clearInterval(look)
    clearTimeout(settled)
  }
}

/** The folder, not the file: one that was put in its place would not be followed. `null` where there is nothing to watch with. */
function watchFolder(folder: string, changed: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => changed(name))
    // The folder may go: the look every few seconds remains.
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    // The system may have no more watches to give (ENOSPC): the look remains here, too.
    return null
  }
}
