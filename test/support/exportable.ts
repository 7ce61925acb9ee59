import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import { openAttachments } from '#db/attachment.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { openExports } from '#db/export.ts'
import { openPresets } from '#db/preset.ts'
import { openStore } from '#db/store.ts'
import type { ExportFile } from '#lib/export/export-format.ts'
import { Exports } from '#lib/export/exports.ts'
import { ChatLine } from '#lib/export/format.ts'
import { type Archive, linesOf, openArchive } from '#lib/export/read-archive.ts'
import { temporaryFolder } from './database.ts'
import { putEmptyDatabase } from './empty-database.ts'

export const CANONICAL = { kind: 'ndjson', product_version: '9.9.9' } as const

/** What can be exported, over a database of its own. */
export async function startExports() {
  const folder = await temporaryFolder()
  await putEmptyDatabase(folder.path)
  const url = localDatabaseUrl(folder.path)
  const store = await openStore({ url })
  const { client } = store
  const attachments = openAttachments({ folder: join(folder.path, 'attachments'), client })
  const presets = openPresets({ client, url })
  const source = openExports({ client, url })
  const clock = () => Date.parse('2026-11-23T12:00:00Z') * 1_000
  return {
    path: folder.path,
    store,
    attachments,
    presets,
    source,
    exports: new Exports({ store: source, attachments, clock }),
    async [Symbol.asyncDispose]() {
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

export async function bytesOf({ body }: Pick<ExportFile, 'body'>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body))
}

/** Written to the folder, and opened there. */
export async function openExported(folder: string, file: ExportFile): Promise<Archive & { file: string }> {
  const path = join(folder, file.name)
  await writeFile(path, await bytesOf(file))
  return { ...(await openArchive(path)), file: path }
}

export async function textIn(archive: Archive, path: string): Promise<string> {
  const stream = await archive.read(path)
  return Buffer.concat(await Array.fromAsync(stream ?? [])).toString()
}

/** What a zip holds, whatever that is, by its names. */
export async function filesIn(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const pieces = await Array.fromAsync(await zip.openReadStreamPromise(entry))
    files.set(entry.fileName, Buffer.concat(pieces).toString())
  }
  return files
}

/** The lines of a chat, as whoever imports them reads them. */
export async function linesIn(archive: Archive, path: string): Promise<ChatLine[]> {
  const lines = await Array.fromAsync(linesOf((await archive.read(path)) ?? (await Promise.reject(new Error(path)))))
  return lines.map((line) => ChatLine.parse(JSON.parse(line)))
}

export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
