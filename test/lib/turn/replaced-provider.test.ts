import { expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { silentLogger } from '#lib/log.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'
import { startSessionServer } from '#test/support/session-server.ts'

test('a turn ends with the provider that it began with, which is closed then, and the next turn has the new one', async () => {
  const script = createDemoFetch({ delay: async () => {} })
  const said: string[] = []
  const provider = (name: string, onRequest = () => {}): InstalledProvider => {
    const adapter = createAdapter({
      type: 'openai',
      name: 'work',
      base_url: 'http://work.invalid',
      log: silentLogger,
      fetch: (url, init) => {
        said.push(`asked ${name}`)
        onRequest()
        return script(url, init)
      },
    })
    return {
      name: 'work',
      adapterOf: () => adapter,
      models: ['any'],
      isOwnServer: true,
      standsInForVendor: true,
      close: async () => {
        said.push(`closed ${name}`)
        await adapter.close()
      },
    }
  }
  const next = provider('new')
  const first = provider('old', () => server.models.replace([next]))
  const server = await startSessionServer({ providers: [first] })
  try {
    const id = await server.sessions.create({ active_model: 'work:any' })
    await server.say(id, 'calculate 12*(3+4)')
    await server.say(id, 'hello')
    const path = await server.store.path(id)
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant'])
    expect(path.filter(({ metadata }) => metadata.status !== 'complete')).toEqual([])
    expect(said).toEqual(['asked old', 'asked old', 'closed old', 'asked new'])
  } finally {
    await server.close()
  }
})
