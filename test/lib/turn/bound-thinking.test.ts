import { expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { silentLogger } from '#lib/log.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import type { Tool } from '#lib/tools/tool.ts'
import { BindingService, thoughtsOf } from '#test/support/binding-service.ts'
import { startSessionServer } from '#test/support/session-server.ts'

const OPUS = 'anthropic:claude-opus-5-5'

async function serve({ base_url, more }: { base_url?: string; more: Tool[] }) {
  const service = new BindingService({ isGateway: base_url !== undefined })
  const adapter = createAdapter({
    type: 'anthropic',
    fetch: service.fetch,
    log: silentLogger,
    ...(base_url !== undefined && { base_url }),
  })
  const server = await startSessionServer({
    providers: [{ name: 'anthropic', adapterOf: () => adapter }],
    toolSources: [{ name: 'changing', tools: () => Promise.resolve([...more]) }],
  })
  return { server, service }
}

const ANOTHER: Tool = { ...calculator, definition: { ...calculator.definition, name: 'reckoner' } }

test.each([undefined, 'http://127.0.0.1:1'])(
  'wire-rules 153, 154, 205, 223: a session goes on whatever becomes of its prompt, its tools, its branch and its model (%s)',
  async (base_url) => {
    const more: Tool[] = []
    const { server, service } = await serve({ more, ...(base_url !== undefined && { base_url }) })
    try {
      const id = await server.sessions.create({ active_model: OPUS, system_prompt: 'Be brief.' })
      service.answerNext(
        { content: [{ thinks: 'reckon' }, { calls: 'calculator' }] },
        { content: [{ thinks: 'so' }, { text: '42' }] },
      )
      await server.say(id, 'calculate')
      await server.say(id, 'and what does it mean?')
      expect(thoughtsOf(service.bodies.at(-1) ?? {})).toEqual(['reckon', 'so'])
      const [, , , first] = await server.store.path(id)

      await server.say(id, 'hello', { model: 'demo:openai' })
      await server.say(id, 'back again')
      expect(thoughtsOf(service.bodies.at(-1) ?? {})).toHaveLength(3)
      expect(await server.store.projections(id)).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ adapter: 'anthropic', block_type: 'thinking' })]),
      )

      await server.sessions.change(id, { system_prompt: 'Be kind.' })
      await server.say(id, 'with another prompt')
      more.push(ANOTHER)
      await server.say(id, 'with another tool')
      await server.say(id, 'from an earlier answer', { parent_id: first?.id ?? null })

      expect(service.refusals).toEqual([])
      expect((await server.store.path(id)).map(({ metadata }) => metadata.status)).toEqual(Array(6).fill('complete'))
      const left = (await server.store.projections(id)).filter(
        (each) => each.adapter === 'anthropic' && each.block_type === 'thinking',
      )
      // Four thoughts stood before the new prompt, five before the new tool, two on the branch.
      expect(left.map(({ action }) => action)).toEqual(Array(11).fill('dropped'))
      expect(left.every(({ message_id }) => message_id !== '')).toBe(true)
    } finally {
      await server.close()
    }
  },
)

test('wire-rules 156, 165: a turn that was refused is told in words, and the next one begins without it', async () => {
  const { server, service } = await serve({ more: [] })
  try {
    const id = await server.sessions.create({ active_model: OPUS })
    service.answerNext({
      content: [{ thinks: 'hm' }],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'bio' },
    })
    await server.say(id, 'something that must not be asked')
    await server.say(id, 'something else')
    await server.say(id, 'and more')
    const [, refused] = await server.store.path(id)
    expect(refused?.metadata).toMatchObject({
      stop_reason: 'refusal',
      stop_explanation: 'It may help to make biological weapons.',
    })
    expect(JSON.stringify(service.bodies.at(-1))).not.toContain('must not be asked')
    expect(thoughtsOf(service.bodies.at(-1) ?? {})).toHaveLength(1)
    expect(service.refusals).toEqual([])
  } finally {
    await server.close()
  }
})
