import { describe, expect, test } from 'vitest'
import { messageHash } from '#lib/canonical/hash.ts'
import { ExportRuns } from '#lib/export/export-runs.ts'
import { Exports } from '#lib/export/exports.ts'
import type { ExportStore } from '#lib/store/export-store.ts'
import { bytesOf, CANONICAL } from '#test/support/exportable.ts'
import { messageOf, session } from '#test/support/session-builder.ts'

/** So many chats of two messages, made when they are asked for. */
function manyChats(count: number, text = 'Hello') {
  const chats = Array.from({ length: count }, () => session())
  const asked = { records: 0, messages: 0, most: 0 }
  const store: ExportStore = {
    owners: async () => [],
    chats: async () => chats.map(({ id }) => ({ id, messages: 2 })),
    async records(_owner, ids) {
      asked.records += 1
      asked.most = Math.max(asked.most, ids.length)
      return ids.map((id) => ({
        session: session({ id }),
        head_id: `${id}2`,
        outline: [
          { id: `${id}1`, parent_id: null, size: text.length },
          { id: `${id}2`, parent_id: `${id}1`, size: text.length },
        ],
        turns: [],
        tool_calls: [],
        events: [],
        projections: [],
        calls: [],
      }))
    },
    async messages(ids) {
      asked.messages += 1
      return ids.map((id) => {
        const own = { id: id.slice(0, -1) }
        const message = messageOf(own, { id, content: [{ type: 'text', text }] })
        return { message, parent_id: id.endsWith('1') ? null : `${own.id}1`, hash: messageHash(message) }
      })
    },
    person: async () => ({ settings: { title_model: 'off' }, presets: [] }),
    callsBeside: async () => [],
  }
  const exports = new Exports({
    store,
    attachments: { get: async () => null, has: async () => false, put: async () => ({ data: '' }) },
    clock: () => Date.parse('2026-11-23T12:00:00Z') * 1_000,
  })
  return { exports, asked }
}

describe('an export of many chats', () => {
  test('asks for fifty of them at once, and for what they say in pieces', async () => {
    const { exports, asked } = manyChats(500)
    await bytesOf(await exports.everything('local', CANONICAL))
    expect(asked).toEqual({ records: 10, messages: 10, most: 50 })
  })

  test('asks for more of a long message only when it was written', async () => {
    const { exports, asked } = manyChats(20, 'x'.repeat(700_000))
    await bytesOf(await exports.everything('local', CANONICAL))
    expect(asked).toEqual({ records: 1, messages: 40, most: 20 })
  })

  test('makes nothing that nobody reads', async () => {
    const { exports, asked } = manyChats(5_000)
    const file = await exports.everything('local', CANONICAL)
    expect(asked.records).toBe(0)
    for await (const piece of file.body) {
      expect(piece.byteLength).toBeGreaterThan(0)
      break
    }
    const { records } = asked
    expect(records).toBeLessThan(10)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked.records).toBe(records)
  })
})

describe('a watched export', () => {
  const watch = (exports: Exports, runs: ExportRuns, until = new AbortController().signal) =>
    runs.watch((watched) => exports.everything('local', CANONICAL, watched), {
      ownerId: 'local',
      name: 'my-export',
      until,
    })

  test('says how far it is, to whom it belongs alone', async () => {
    const runs = new ExportRuns()
    const { body } = await watch(manyChats(120).exports, runs)
    expect(runs.read('local', 'my-export')).toEqual({ state: 'running', chats: 0, of: 120, bytes: 0 })
    const { byteLength } = Buffer.concat(await Array.fromAsync(body))
    expect(runs.read('local', 'my-export')).toEqual({ state: 'done', chats: 120, of: 120, bytes: byteLength })
    expect(runs.read('bert', 'my-export')).toEqual({ state: 'waiting', chats: 0, of: 0, bytes: 0 })
    expect(runs.stop('bert', 'my-export')).toBe(false)
  })

  test('breaks off for whoever reads it when it is stopped', async () => {
    const runs = new ExportRuns()
    const { exports, asked } = manyChats(5_000)
    const reader = (await watch(exports, runs)).body.getReader()
    await reader.read()
    expect(runs.stop('local', 'my-export')).toBe(true)
    await expect(reader.read()).rejects.toThrow('the export was stopped')
    expect(runs.read('local', 'my-export').state).toBe('stopped')
    expect(asked.records).toBeLessThan(10)
  })

  test('ends where the browser goes away, and where its person is signed out', async () => {
    const runs = new ExportRuns()
    const { body } = await watch(manyChats(5_000).exports, runs)
    const reader = body.getReader()
    await reader.read()
    await reader.cancel()
    expect(runs.read('local', 'my-export').state).toBe('stopped')

    const until = new AbortController()
    const other = (await watch(manyChats(5_000).exports, runs, until.signal)).body.getReader()
    await other.read()
    until.abort()
    await expect(other.read()).rejects.toThrow('the export was stopped')
  })

  test('fails where a chat cannot be read, and does not pass for a whole one', async () => {
    const { exports } = manyChats(3)
    const runs = new ExportRuns()
    const { body } = await runs.watch(
      async () => {
        const file = await exports.everything('local', CANONICAL)
        async function* broken() {
          yield Buffer.from('half')
          throw new Error('the disk is gone')
        }
        return { ...file, body: broken() }
      },
      { ownerId: 'local', name: 'my-export', until: new AbortController().signal },
    )
    await expect(Array.fromAsync(body)).rejects.toThrow('the disk is gone')
    expect(runs.read('local', 'my-export').state).toBe('failed')
  })

  test('is remembered for a while and not for ever', async () => {
    const runs = new ExportRuns()
    const { exports } = manyChats(0)
    for (let n = 0; n < 201; n += 1) {
      await runs.watch((watched) => exports.everything('local', CANONICAL, watched), {
        ownerId: 'local',
        name: `export-${n}`,
        until: new AbortController().signal,
      })
    }
    expect(['export-0', 'export-1'].map((name) => runs.read('local', name).state)).toEqual(['waiting', 'running'])
  })
})
