import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Script, startUpstream } from './bench/upstream.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

/** A server of its own before a provider that answers `script <name>` with the script of that name, piece by piece. */
export async function startScriptedServer(scripts: Readonly<Record<string, Script>>) {
  const folder = await mkdtemp(join(tmpdir(), 'metis-scripted-'))
  const upstream = await startUpstream(new Map(Object.entries(scripts)))
  const server = await startServer(folder, { OPENAI_BASE_URL: upstream.url })
  const api = apiClient(server.url)
  return {
    api,
    /** The id and the address of a chat with that provider. */
    async newChat(model = 'openai:a-model') {
      const id = await api.newSession({ active_model: model })
      return { id, address: `${server.url}/c/${id}` }
    },
    async stop() {
      await server.stop()
      upstream.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
