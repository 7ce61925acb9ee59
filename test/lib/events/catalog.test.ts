import { describe, expect, test } from 'vitest'
import { EVENT_PAYLOADS, type EventPayload, type EventType, parseEvent } from '#lib/events/catalog.ts'

const envelope = {
  id: '01HZ0000000000000000000001',
  timestamp: '2026-05-08T12:00:00.123456Z',
  session_id: 's',
  turn_id: 't',
  parent_event_id: null,
  actor: 'system',
  sensitivity: 'pseudonymous',
}

const usage = { input_tokens: 1, output_tokens: 2, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const call = { request_id: 'r', model: 'a:b', provider: 'a', attempt: 1 }
const tool = { tool_use_id: 'tu_1', name: 'calculator' }

const PAYLOADS: { [T in EventType]: EventPayload<T> } = {
  'session.created': { active_model: null },
  'turn.started': { message_id: 'm', content_hash: 'h' },
  'route.decided': {
    chosen_model: 'a:b',
    mode: 'default',
    reason: 'the default model',
    estimated_input_tokens: 7,
    chain: [
      { policy: 'manual_sticky', verdict: 'not_applicable', reason: 'no model is set' },
      { policy: 'rule', verdict: 'rejected', model: 'a:c', rejection: 'not_configured', reason: 'no key' },
      { policy: 'global_default', verdict: 'chose', model: 'a:b', reason: 'the default model' },
    ],
  },
  'llm.call_started': { ...call, message_count: 3, tool_count: 1, estimated_input_tokens: 7 },
  'llm.call_completed': {
    ...call,
    message_id: 'm',
    content_hash: 'h',
    stop_reason: 'end_turn',
    usage,
    cost_usd: '0.1',
    pricing_version: 'v',
    latency_ms: 12.5,
    time_to_first_token_ms: null,
    projections: 0,
  },
  'llm.call_failed': { ...call, error_class: 'network', provider_status: null, retry_count: 0, delay_ms: null },
  'tool.called': { ...tool, message_id: 'm', side_effects: null, input_hash: 'h', input_bytes: 2 },
  'tool.completed': { ...tool, duration_ms: 1, output_hash: 'h', output_bytes: 2 },
  'tool.failed': { ...tool, reason: 'unreadable_input' },
  'tool.input_invalid': { ...tool, path: 'input.expression', problem: 'is required' },
  'tool.confirmation_requested': { ...tool, side_effects: 'write' },
  'tool.confirmation_resolved': { ...tool, allowed: false },
  'turn.completed': { message_id: 'm', model: 'a:b', llm_calls: 1, cost_usd: null },
  'turn.failed': { error_class: 'other', message: 'it failed' },
  'turn.cancelled': { message_id: null },
  'routing.policy_invalid': { problem: 'line 3' },
  'routing.provider_unavailable': { provider: 'a', model: null, reason: 'five failures' },
  'routing.provider_recovered': { provider: 'a', model: 'a:b' },
}

const events = Object.entries(PAYLOADS).map(([type, payload]) => ({ ...envelope, type, payload }))

describe('the catalog of events', () => {
  test('has an example here for every type', () => {
    expect(Object.keys(PAYLOADS)).toEqual(Object.keys(EVENT_PAYLOADS))
  })

  test.each(events)('takes $type as it is', (event) => {
    expect(parseEvent(JSON.parse(JSON.stringify(event)))).toEqual(event)
  })

  test.each(events)('takes $type only with its payload', (event) => {
    expect(() => parseEvent({ ...event, payload: {} })).toThrow('payload')
  })

  test.each([
    [{ type: 'text.delta' }, 'type'],
    [{ type: 'constructor' }, 'type'],
    [{ actor: 'robot' }, 'actor'],
    [{ sensitivity: 'secret' }, 'sensitivity'],
    [{ timestamp: 'now' }, 'timestamp'],
    [{ session_id: null }, 'session_id'],
    [{ turn_id: undefined }, 'turn_id'],
    [{ payload: { message_id: 'm' } }, 'content_hash'],
  ])('refuses an event with %j and names the fault', (fault, named) => {
    const event = { ...envelope, type: 'turn.started', payload: PAYLOADS['turn.started'] }
    expect(() => parseEvent({ ...event, ...fault })).toThrow(named)
  })

  test.each([['routing.exploded'], ['snapshot'], ['toString'], ['']])('is closed: %j is not in it', (type) => {
    expect(() => parseEvent({ ...envelope, type, payload: {} })).toThrow('type')
  })

  test('lets nothing through that a payload does not list: no text of people or models', () => {
    const event = { ...envelope, type: 'turn.started', payload: { ...PAYLOADS['turn.started'], text: 'my secret' } }
    expect(JSON.stringify(parseEvent(event))).not.toContain('my secret')
  })
})
