import { describe, expect, test } from 'vitest'
import { Message, RoutingDecisionRecord, statusOf, withoutProviderRaw } from '#lib/canonical/message.ts'
import { seedExample } from '#test/support/seed-example.ts'

const minimal = {
  id: '01HZ0000000000000000000001',
  session_id: 's',
  role: 'user',
  content: [],
  metadata: {},
  created_at: '2026-05-08T12:00:00.000001Z',
  schema_version: 1,
}

function faultsOf(value: unknown): string[] {
  return (Message.safeParse(value).error?.issues ?? []).map((issue) => issue.path.join('.'))
}

describe('a message', () => {
  test.each(seedExample())('of the worked examples (§8) survives a load and save: $id', (message) => {
    expect(Message.parse(JSON.parse(JSON.stringify(message)))).toEqual(message)
  })

  test('keeps unknown blocks, unknown fields and an unknown version untouched', () => {
    const message = {
      ...minimal,
      content: [
        { type: 'audio', source: { kind: 'base64', data: 'AA==' } },
        { type: 'text', text: 'x', lang: 'en' },
      ],
      metadata: { mood: 'curious', usage: undefined, error: { error_class: 'network', message: 'gone', hint: 1 } },
      schema_version: 7,
      pinned: true,
    }
    expect(Message.parse(message)).toEqual(message)
  })

  test('keeps the values that a newer version may have for what grows', () => {
    const routing = { mode: 'auction', chosen_model: 'a:b', reason: 'r', alternatives_considered: [] }
    const message = {
      ...minimal,
      content: [{ type: 'image', source: { kind: 'vault', data: 'v/1' }, media_type: 'image/png' }],
      metadata: { stop_reason: 'max_tool_calls', error: { error_class: 'quota', message: 'used up' }, routing },
    }
    expect(Message.parse(message)).toEqual(message)
  })

  test('keeps the nulls that older writers used for absent values', () => {
    const metadata = {
      model: null,
      provider: null,
      routing: null,
      usage: null,
      parent_tool_use_id: null,
      provider_raw: null,
    }
    expect(Message.parse({ ...minimal, metadata }).metadata).toEqual(metadata)
  })

  test.each([
    [{ id: '' }, 'id'],
    [{ session_id: 5 }, 'session_id'],
    [{ role: 'developer' }, 'role'],
    [{ content: 'text' }, 'content'],
    [{ content: [{ type: 'text' }] }, 'content.0'],
    [{ metadata: null }, 'metadata'],
    [{ metadata: { status: '' } }, 'metadata.status'],
    [{ metadata: { stop_reason: 1 } }, 'metadata.stop_reason'],
    [{ metadata: { error: { error_class: '', message: '' } } }, 'metadata.error.error_class'],
    [{ metadata: { provider_raw: 'text' } }, 'metadata.provider_raw'],
    [{ created_at: 1_746_705_600 }, 'created_at'],
    [{ schema_version: 0 }, 'schema_version'],
    [{ schema_version: 1.5 }, 'schema_version'],
  ])('with %j is refused, and the fault names its path', (fault, path) => {
    expect(faultsOf({ ...minimal, ...fault })).toEqual([path])
  })

  test('names every fault at once', () => {
    expect(faultsOf({ ...minimal, id: 1, role: 'x' })).toEqual(['id', 'role'])
  })

  test('without a status is complete', () => {
    expect(statusOf({ metadata: {} })).toBe('complete')
    expect(statusOf({ metadata: { status: 'partial' } })).toBe('partial')
  })
})

describe('a routing record', () => {
  test('lists no alternatives unless it says so', () => {
    expect(
      RoutingDecisionRecord.parse({ mode: 'manual', chosen_model: 'a:b', reason: 'r' }).alternatives_considered,
    ).toEqual([])
  })

  test.each([{ mode: '' }, { confidence: 1.1 }, { confidence: -0.1 }])('refuses %j', (fault) => {
    const record = { mode: 'pattern', chosen_model: 'a:b', reason: 'r', ...fault }
    expect(RoutingDecisionRecord.safeParse(record).success).toBe(false)
  })
})

describe('a message that leaves the server', () => {
  test('is without provider_raw, and otherwise the same', () => {
    const message = Message.parse({ ...minimal, metadata: { model: 'a:b', provider_raw: { id: 'msg_1' } } })
    expect(withoutProviderRaw(message)).toEqual({ ...minimal, metadata: { model: 'a:b' } })
    expect(message.metadata.provider_raw).toEqual({ id: 'msg_1' })
  })

  test('is the very same object where there is nothing to remove', () => {
    const message = Message.parse(minimal)
    expect(withoutProviderRaw(message)).toBe(message)
  })
})
