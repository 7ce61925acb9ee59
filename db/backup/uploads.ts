import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DATA_FILES } from '../data-folder.ts'
import { copyInPlace, copyWholeFile, hashFile } from './file-hash.ts'
import type { BackupFile } from './manifest.ts'

interface KeptUploads {
  kept: BackupFile[]
  missing: string[]
}

/**
 * Puts uploads into the folder of a backup, and reads each there. `from` is the folder that they are copied from and, if there
 * is one, that of the backup before: what is there as well is the same file under a second name, and takes no room. One that
 * is nowhere, or nowhere what it was, is missing.
 */
export async function keepUploads(
  hashes: readonly string[],
  { from: [source, previous], to }: { from: readonly string[]; to: string },
): Promise<KeptUploads> {
  const uploads: KeptUploads = { kept: [], missing: [] }
  for (const hash of hashes) {
    const [name, target] = [uploadName(hash), join(to, uploadName(hash))]
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const bytes =
      (previous && (await isPut(() => link(join(previous, name), target), target, hash))) ||
      (source && (await isPut(() => copyWholeFile(join(source, name), target), target, hash)))
    if (bytes) uploads.kept.push({ path: `${DATA_FILES.uploads}/${name}`, bytes: bytes.bytes, sha256: hash })
    else uploads.missing.push(hash)
  }
  return uploads
}

/** Puts the uploads of a backup where the others are. Those are left as they are, but one that is not what it was. */
export async function bringUploads(files: readonly BackupFile[], from: string, folder: string): Promise<void> {
  for (const { path, sha256 } of files) {
    const target = join(folder, path)
    if ((await hashFile(target))?.sha256 === sha256) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyInPlace(join(from, path), target)
  }
}

/** By its first two letters in a folder of its own, as everywhere. */
function uploadName(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}`
}

/** What was put there and is what it should be; null otherwise, and then nothing is there. */
async function isPut(put: () => Promise<void>, target: string, hash: string): Promise<{ bytes: number } | null> {
  try {
    await put()
  } catch (error) {
    // A link cannot be made everywhere, and what is not there is nowhere: the disk is what one must hear of.
    if (/^(ENOSPC|EDQUOT|EIO|EROFS)$/.test(String((error as NodeJS.ErrnoException).code))) throw error
    return null
  }
  const found = await hashFile(target)
  if (found?.sha256 === hash) return found
  await rm(target, { force: true })
  return null
}
