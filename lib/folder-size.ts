import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of all files in a folder and below; what goes away meanwhile counts nothing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.flatMap((entry) => (entry.isFile() ? [sizeOf(join(entry.parentPath, entry.name))] : []))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? 0
}
