import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** What is known of a picture and its limits: the bytes to send (null: its own), or why there are none. */
export type CachedFit =
  | { media_type: string; changes: string[]; bytes: Uint8Array | null }
  | { refused: string; bytes: null }

const Head = z.union([
  z.object({ media_type: z.string(), changes: z.array(z.string()), is_own: z.boolean() }),
  z.object({ refused: z.string() }),
])

/** By key, on disk: a line of JSON, then the bytes. Losing it costs work and nothing else. */
export class PictureCache {
  readonly #folder: string
  readonly #maxBytes: number
  #size: number | null = null
  #sweeping: Promise<void> = Promise.resolve()

  constructor(options: { folder: string; maxBytes: number }) {
    this.#folder = options.folder
    this.#maxBytes = options.maxBytes
  }

  /** Null for what is not there, and for a file that is not what was written. */
  async get(key: string): Promise<CachedFit | null> {
    const path = this.#pathOf(key)
    const file = await readFile(/* turbopackIgnore: true */ path).catch(() => null)
    const end = file?.indexOf(0x0a) ?? -1
    if (file === null || end === -1) return null
    const head = parseHead(file.toString('utf8', 0, end))
    if (head === null) return null
    const now = new Date()
    // The oldest go first, and what is used is not old.
    await utimes(path, now, now).catch(() => {})
    if ('refused' in head) return { refused: head.refused, bytes: null }
    const { media_type, changes, is_own } = head
    return { media_type, changes, bytes: is_own ? null : new Uint8Array(file.subarray(end + 1)) }
  }

  async put(key: string, fit: CachedFit): Promise<void> {
    const head = 'refused' in fit ? { refused: fit.refused } : { ...fit, bytes: undefined, is_own: fit.bytes === null }
    const file = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), fit.bytes ?? new Uint8Array()])
    const path = this.#pathOf(key)
    const draft = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(/* turbopackIgnore: true */ draft, file, { mode: 0o600 })
    await rename(draft, path)
    // One after another, and each whether or not the one before went well.
    this.#sweeping = this.#sweeping.catch(() => {}).then(() => this.#grow(file.byteLength))
    await this.#sweeping
  }

  /** All whose key begins so. */
  async removeAll(beginning: string): Promise<void> {
    const folder = dirname(this.#pathOf(beginning))
    const names = await readdir(folder).catch(() => [])
    const found = names.filter((name) => name.startsWith(beginning))
    for (const name of found) await rm(join(folder, name), { force: true })
    if (found.length > 0) this.#size = null
  }

  async #grow(bytes: number): Promise<void> {
    const before = this.#size
    // Known again only when all went well: after a failure the folder is counted anew.
    this.#size = null
    const size = before === null ? totalSize(await this.#files()) : before + bytes
    this.#size = size <= this.#maxBytes ? size : await this.#sweep()
  }

  async #sweep(): Promise<number> {
    const files = (await this.#files()).sort((a, b) => a.used - b.used)
    let left = totalSize(files)
    for (const { path, size } of files) {
      // Somewhat more than needed, so that the next picture does not look through the folder again.
      if (left <= this.#maxBytes * 0.8) break
      await rm(path, { force: true })
      left -= size
    }
    return left
  }

  async #files(): Promise<{ path: string; size: number; used: number }[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const found = await Promise.all(
      files.map(async (path) => {
        const info = await stat(path).catch(() => null)
        return info ? [{ path, size: info.size, used: info.mtimeMs }] : []
      }),
    )
    return found.flat()
  }

  #pathOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key)
  }
}

function totalSize(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function parseHead(line: string): z.infer<typeof Head> | null {
  try {
    return Head.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
