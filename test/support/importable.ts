import { join } from 'node:path'
import { openImports } from '#db/import.ts'
import type { ExportFile } from '#lib/export/export-format.ts'
import { Imports } from '#lib/import/imports.ts'
import { silentLogger } from '#lib/log.ts'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import type { Principal } from '#lib/principal.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { ImportStore } from '#lib/store/import-store.ts'
import { CANONICAL, startExports } from './exportable.ts'
import { PNG } from './rich-chat.ts'
import { ANSWERED, chain, llmCallOf, messageOf, NOON, session } from './session-builder.ts'

type Started = Awaited<ReturnType<typeof startExports>>

/** What can be imported, over a database of its own; `wrap` stands between it and the store. */
export async function startImports(wrap: (store: ImportStore) => ImportStore = (store) => store) {
  const started = await startExports()
  const told = { made: [] as string[], gone: [] as string[], stopped: [] as string[] }
  const store = openImports({ client: started.store.client, url: `file:${started.path}/metis.db` })
  return { ...started, told, importStore: store, ...importsOver(started, wrap(store), told) }
}

export function importsOver(
  { path, store, source, presets, attachments }: Pick<Started, 'path' | 'store' | 'source' | 'presets' | 'attachments'>,
  importStore: ImportStore,
  told = { made: [] as string[], gone: [] as string[], stopped: [] as string[] },
) {
  let micros = Date.parse('2026-11-23T12:00:00Z') * 1_000
  const imports = new Imports({
    store: importStore,
    exports: source,
    presets,
    attachments,
    documents: createDocumentShelf({ folder: join(path, 'attachments') }),
    folder: join(path, 'imports'),
    clock: () => {
      micros += 1
      return micros
    },
    log: silentLogger,
    limit: 50_000_000,
    tellOfNew: async (ids) => void told.made.push(...ids),
    tellOfGone: (id) => void told.gone.push(id),
    wakeIndexing: () => {},
    stopTurn: async (id) => {
      told.stopped.push(id)
      await store.recover({ session_ids: [id], owner: 'test' })
    },
    removeWorkspace: async () => {},
  })
  return { imports }
}

const CHOICES = { conflicts: 'skip', settings: false, even_changed: false } as const

/** Reads a file to the end of its preview. */
export async function previewed(imports: Imports, bytes: Uint8Array | ExportFile, principal: Principal = LOCAL_OWNER) {
  const body = bytes instanceof Uint8Array ? pieces(bytes) : bytes.body
  const id = await imports.receive(principal, body, 'export.zip')
  await imports.settled(id)
  return await imports.read(principal, id)
}

/** And creates what is in it. */
export async function imported(
  imports: Imports,
  bytes: Uint8Array | ExportFile,
  choices: Partial<Parameters<Imports['apply']>[2]> = {},
  principal: Principal = LOCAL_OWNER,
) {
  const { id } = await previewed(imports, bytes, principal)
  await imports.apply(principal, id, { ...CHOICES, ...choices })
  await imports.settled(id)
  return await imports.read(principal, id)
}

export async function* pieces(bytes: Uint8Array) {
  for (let start = 0; start < bytes.byteLength; start += 60_000) yield bytes.subarray(start, start + 60_000)
}

/** Everything of one person as bytes. */
export async function exportedBytes({ exports }: Pick<Started, 'exports'>, ownerId = 'local'): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync((await exports.everything(ownerId, CANONICAL)).body))
}

/** Some chats with all that hangs on them, but nothing that is being written. */
export async function writeChats({ store, presets, attachments }: Pick<Started, 'store' | 'presets' | 'attachments'>) {
  const { data } = await attachments.put(PNG, 'image/png', {}, 'local')
  const image = { type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/png' } as const
  const chats = [session({ title: 'One' }), session({ title: 'Two', archived: true, folder: 'Work', tags: ['a'] })]
  for (const owner of chats) {
    const question = messageOf(owner, { content: [{ type: 'text', text: 'Look' }, image] })
    const metadata = { ...ANSWERED, provider_raw: { sealed: ['b3BhcXVl'] } }
    const thought = { type: 'thinking', text: 'hm', signature: 'c2ln' } as const
    const answer = messageOf(owner, { role: 'assistant', content: [thought, { type: 'text', text: 'So' }], metadata })
    const other = messageOf(owner, { role: 'assistant', content: [{ type: 'text', text: 'Or' }], metadata: ANSWERED })
    await store.createSession(owner, [])
    await store.commit({
      session_id: owner.id,
      messages: [...chain([question, answer]), { message: other, parent_id: question.id }],
      llm_calls: [llmCallOf(owner), llmCallOf(owner, { cost_usd: '1.5', message_id: answer.id })],
      patch: { head_id: answer.id, updated_at: NOON },
    })
  }
  await store.changePersonSettings(LOCAL_OWNER, { title_model: 'chat' })
  await presets.add(LOCAL_OWNER, {
    id: chats[0]?.id ?? '',
    name: 'Brief',
    model: null,
    system_prompt: null,
    settings: {},
  })
  return chats
}
