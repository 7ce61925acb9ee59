import { existsSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { onTestFinished } from 'vitest'
import { openAttachments } from '#db/attachment.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { withDatabaseFile } from '#db/database-copy.ts'
import { openStore } from '#db/store.ts'
import type { Message } from '#lib/canonical/message.ts'
import { temporaryFolder } from './database.ts'
import { readAllRows } from './database-dump.ts'
import { chain, eventOf, messageOf, session } from './session-builder.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

export const SECRET = 'a secret that is long enough\n'

/**
 * A folder of data as a server that was stopped leaves it. It was written elsewhere: the driver keeps files open in the process
 * that used them, and nobody else is alone with those.
 */
export async function dataFolder(title: string, uploads: readonly string[] = []): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const [written, data] = [join(folder.path, 'written'), join(folder.path, 'data')]
  await addChat(written, title, uploads)
  await writeFile(join(written, 'models.yaml'), `# ${title}\n`)
  await writeFile(join(written, 'secret'), SECRET)
  await released(join(written, 'metis.db'))
  await cp(written, data, { recursive: true })
  return data
}

/** A closed database is let go of once all its statements are collected; files beside it go in that moment. */
async function released(path: string): Promise<void> {
  for (let round = 0; round < 20 && existsSync(`${path}-shm`); round += 1) {
    collectGarbage()
    await nextRound()
  }
}

/** A chat with that title, and uploads with those texts in them. */
export async function addChat(data: string, title: string, uploads: readonly string[] = []): Promise<void> {
  const store = await openStore({ url: localDatabaseUrl(data) })
  const attachments = openAttachments({ folder: join(data, 'attachments'), client: store.client })
  const owner = session({ title })
  const events = Array.from({ length: 50 }, () => eventOf(owner, 'session.created', { active_model: 'x'.repeat(100) }))
  await store.createSession(owner, events)
  for (const text of uploads) await attachments.put(Buffer.from(text), 'text/plain', {}, owner.owner_id)
  await store.close()
}

/** A temporary chat, and an ordinary one that shares the first of its uploads. */
export async function addTemporaryChat(data: string, word: string, uploads: readonly string[]): Promise<void> {
  const store = await openStore({ url: localDatabaseUrl(data) })
  const attachments = openAttachments({ folder: join(data, 'attachments'), client: store.client })
  const put = (text: string) => attachments.put(Buffer.from(text), 'text/plain', {}, 'local')
  const sources = await Promise.all(uploads.map(async (text) => ({ kind: 'file_ref' as const, ...(await put(text)) })))
  const [first, ...rest] = sources.map((source) => {
    return { type: 'document' as const, source, media_type: 'text/plain', name: 'a.txt' }
  })
  const say = async (content: Message['content'], temporary: boolean) => {
    const chat = session({ temporary })
    const message = messageOf(chat, { content })
    await store.createSession(chat, [], undefined, { messages: chain([message]), tool_calls: [], head_id: message.id })
  }
  await say([{ type: 'text', text: word }, ...(first ? [first] : []), ...rest], true)
  if (first) await say([first], false)
  await store.close()
}

/** The file stays what it is. */
export function rowsIn(path: string) {
  return withDatabaseFile(path, readAllRows)
}
