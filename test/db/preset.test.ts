import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SharedClient } from '#db/client.ts'
import { openPresets } from '#db/preset.ts'
import { openStore } from '#db/store.ts'
import { MOST_PRESETS, type Preset } from '#lib/canonical/preset.ts'
import { memoryLogger } from '#lib/log.ts'
import type { PresetStore } from '#lib/store/preset-store.ts'
import { member } from '#test/support/member.ts'
import { BACKENDS } from '../support/database.ts'

const ANNA = member('anna')
const BERT = member('bert')

const preset = (name: string, fields: Partial<Preset> = {}): Preset => ({
  id: `preset_${name}`,
  name,
  model: 'demo:openai',
  system_prompt: 'Be brief.',
  settings: { reasoning_effort: 'high', temperature: 0.2, max_output_tokens: 400, tools: false },
  ...fields,
})

for (const backend of BACKENDS) {
  describe.skipIf(backend.missing)(`presets in ${backend.name}`, () => {
    const stack = new AsyncDisposableStack()
    const log = memoryLogger()
    let client: SharedClient
    let presets: PresetStore
    let store: Awaited<ReturnType<typeof openStore>>

    beforeAll(async () => {
      const database = stack.use(await backend.open())
      store = await openStore(database)
      stack.defer(() => store.close())
      client = store.client
      presets = openPresets({ client, url: database.url, log })
    })
    afterEach(() => client.execute('DELETE FROM presets').then(() => {}))
    afterAll(() => stack.disposeAsync())

    test('come back whole, by their names', async () => {
      const [whole, empty] = [preset('b'), preset('A', { model: null, system_prompt: null, settings: {} })]
      expect([await presets.add(ANNA, whole), await presets.add(ANNA, empty)]).toEqual(['added', 'added'])
      expect(await presets.list(ANNA)).toEqual([empty, whole])
    })

    test('are one person’s own: nobody else lists, changes or removes them, or has their names taken', async () => {
      await presets.add(ANNA, preset('Brief'))
      expect(await presets.list(BERT)).toEqual([])
      expect(await presets.change(BERT, 'preset_Brief', { name: 'Mine' })).toBeNull()
      expect(await presets.remove(BERT, 'preset_Brief')).toBe(false)
      expect(await presets.add(BERT, preset('Brief', { id: 'another' }))).toBe('added')
      expect(await presets.list(ANNA)).toEqual([preset('Brief')])
    })

    test('have names that differ by more than their case, when they are added and when they are changed', async () => {
      await presets.add(ANNA, preset('Über'))
      await presets.add(ANNA, preset('other'))
      expect(await presets.add(ANNA, preset('üBER'))).toBe('name_taken')
      expect(await presets.change(ANNA, 'preset_other', { name: 'ÜBER', system_prompt: 'Never kept.' })).toBe(
        'name_taken',
      )
      expect(await presets.list(ANNA)).toEqual([preset('other'), preset('Über')])
      const own = await presets.change(ANNA, 'preset_Über', { name: 'über' })
      expect(own).toEqual(preset('über', { id: 'preset_Über' }))
    })

    test('are kept with the answer to their request, or neither is; a key that is taken is no taken name', async () => {
      const answered = { scope: 'preset', key: 'k', fingerprint: 'f', answer: preset('Brief') }
      expect(await presets.add(ANNA, preset('Brief'), answered)).toBe('added')
      expect(await store.keptAnswer('preset', 'k')).toEqual(answered)
      expect(await presets.add(ANNA, preset('BRIEF', { id: 'b' }), { ...answered, key: 'l' })).toBe('name_taken')
      expect(await store.keptAnswer('preset', 'l')).toBeNull()
      await expect(presets.add(ANNA, preset('Other'), answered)).rejects.toThrow()
      expect(await presets.list(ANNA)).toEqual([preset('Brief')])
    })

    test('change only in what is named; null leaves a setting to the model again', async () => {
      await presets.add(ANNA, preset('Brief'))
      const changed = await presets.change(ANNA, 'preset_Brief', { settings: { temperature: null, tools: true } })
      const settings = { reasoning_effort: 'high' as const, max_output_tokens: 400, tools: true }
      expect(changed).toEqual(preset('Brief', { settings }))
      expect(await presets.change(ANNA, 'preset_Brief', { model: null })).toEqual(
        preset('Brief', { settings, model: null }),
      )
      expect(await presets.change(ANNA, 'preset_Brief', {})).toEqual(preset('Brief', { settings, model: null }))
      expect(await presets.change(ANNA, 'gone', { name: 'x' })).toBeNull()
    })

    test('are no more than people look through', async () => {
      await client.batch(
        Array.from({ length: MOST_PRESETS }, (_, n) => ({
          sql: 'INSERT INTO presets (id, owner_id, name, name_key) VALUES (?, ?, ?, ?)',
          args: [`p${n}`, ANNA.id, `p${n}`, `p${n}`],
        })),
      )
      expect(await presets.add(ANNA, preset('one more'))).toBe('too_many')
      expect(await presets.remove(ANNA, 'p0')).toBe(true)
      expect(await presets.add(ANNA, preset('one more'))).toBe('added')
    })

    test('keep the rest where the settings are damaged, and say so once', async () => {
      await presets.add(ANNA, preset('Brief'))
      await client.execute("UPDATE presets SET settings_json = '{'")
      expect(await presets.list(ANNA)).toEqual([preset('Brief', { settings: {} })])
      expect(await presets.list(ANNA)).toHaveLength(1)
      expect(log.entries.map(({ level, fields }) => [level, fields?.table, fields?.id])).toEqual([
        ['error', 'presets', 'preset_Brief'],
      ])
      expect(await presets.change(ANNA, 'preset_Brief', { settings: { tools: false } })).toEqual(
        preset('Brief', { settings: { tools: false } }),
      )
    })
  })
}
