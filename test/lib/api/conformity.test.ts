import { describe, expect, test } from 'vitest'
import { checkAnswer, checkFrame } from '#lib/api/conformity.ts'
import { CONTRACT } from '#lib/api/contract.ts'

const at = '2026-05-08T12:00:00.000000Z'
const session = {
  id: 'S1',
  owner_id: 'local',
  title: null,
  active_model: null,
  system_prompt: null,
  settings: {},
  title_origin: null,
  pinned: false,
  archived: false,
  folder: null,
  tags: [],
  temporary: false,
  turn: null,
  state: 'idle',
  cost_usd: '0',
  unpriced_calls: 0,
  created_at: at,
  updated_at: at,
}
const message = {
  parent_id: null,
  id: 'M1',
  session_id: 'S1',
  role: 'user',
  content: [],
  metadata: {},
  created_at: at,
  schema_version: 1,
}
const readSession = CONTRACT['/api/sessions/{id}'].GET
const json = (status: number, body: unknown) => ({ status, type: 'application/json', json: body })

describe('an answer', () => {
  const check = (status: number, body: unknown) => () => checkAnswer('GET session', readSession, json(status, body))

  test('passes when it is what the contract says', () => {
    expect(check(200, session)).not.toThrow()
    expect(check(404, { error: { code: 'not_found', message: 'the session does not exist' } })).not.toThrow()
  })

  test.each([
    ['a field of another kind', 200, { ...session, cost_usd: 0 }, 'GET session answers 200: cost_usd: Invalid input'],
    ['a field too few', 200, { ...session, title: undefined }, 'GET session answers 200: title: Invalid input'],
    ['a field too many', 200, { ...session, owner: 'me' }, 'owner: the contract has no such field'],
    ['another status', 201, session, 'GET session answers 201: the contract says 200'],
    ['a refusal that it does not have', 409, { error: { code: 'turn_in_progress', message: '' } }, 'turn_in_progress'],
    [
      'a refusal under another status',
      400,
      { error: { code: 'not_found', message: '' } },
      'not_found has the status 404',
    ],
    ['a refusal without words', 404, { error: { code: 'not_found' } }, 'error.message: Invalid input'],
    ['details that are not promised', 404, { error: { code: 'not_found', message: '', details: 1 } }, 'error.details'],
    ['no refusal at all', 404, undefined, 'the contract has no undefined here'],
  ])('with %s is found', (_, status, body, words) => {
    expect(check(status, body)).toThrow(words)
  })

  test('inside a list is found at its place', () => {
    const { GET } = CONTRACT['/api/sessions/{id}/messages']
    const stored = { ...message, metadata: { provider_raw: { secret: 1 } } }
    const page = { messages: [message, stored], turn_totals: [], places: [], next: null }
    expect(() => checkAnswer('GET messages', GET, json(200, page))).toThrow('messages.1.metadata.provider_raw: ')
  })

  test('may be another one where the contract has two', () => {
    const { POST } = CONTRACT['/api/admin/reprices']
    const check = (status: number, body: unknown) => () => checkAnswer('POST reprice', POST, json(status, body))
    expect(check(202, { id: 'R1' })).not.toThrow()
    expect(check(202, { id: 1 })).toThrow('POST reprice answers 202: id: Invalid input')
    expect(check(200, { id: 'R1' })).toThrow('POST reprice answers 200: ')
    expect(check(201, { id: 'R1' })).toThrow('the contract says 200')
  })

  test('without a body, of a file and of events is known by its status and type', () => {
    const of = (status: number, type: string | null) => ({ status, type })
    const picture = CONTRACT['/api/attachments/{hash}'].GET
    const stream = CONTRACT['/api/sessions/{id}/stream'].GET
    expect(() => checkAnswer('', CONTRACT['/api/sessions/{id}'].DELETE, of(204, null))).not.toThrow()
    expect(() => checkAnswer('', picture, of(200, 'image/png'))).not.toThrow()
    expect(() => checkAnswer('', stream, of(200, 'text/event-stream; charset=utf-8'))).not.toThrow()
    expect(() => checkAnswer('', picture, of(200, 'text/html'))).toThrow('it comes as text/html')
    expect(() => checkAnswer('', stream, of(200, null))).toThrow('it comes as null')
  })
})

describe('a frame', () => {
  const frame = (type: string, payload: object) => ({
    id: 'F1',
    session_id: 'S1',
    turn_id: 'T1',
    timestamp: at,
    type,
    payload,
  })

  test('passes when it is what the contract says, with blocks and fields that only a newer version knows', () => {
    const newer = { ...message, content: [{ type: 'hologram', data: [1] }], mood: 'new' }
    expect(() => checkFrame(frame('message.appended', { message: newer }))).not.toThrow()
    expect(() => checkFrame(frame('text.delta', { message_id: 'M1', content_block_index: 0, text: 'a' }))).not.toThrow()
  })

  test.each([
    ['a type of its own', frame('turn.paused', {}), 'a frame turn.paused, which the contract does not have'],
    ['a field of another kind', frame('session.deleted', { session_id: 1 }), 'session.deleted: payload.session_id: '],
    [
      'a field too many',
      frame('message.start', { message_id: 'M1', model: 'a:b', x: 1 }),
      'payload.x: the contract has',
    ],
    ['a field of an event', frame('turn.cancelled', { message_id: null }), 'turn.cancelled: parent_event_id: '],
    [
      'what only an adapter may read',
      frame('message.appended', { message: { ...message, metadata: { provider_raw: {} } } }),
      'payload.message.metadata.provider_raw: ',
    ],
  ])('with %s is found', (_, sent, words) => {
    expect(() => checkFrame(sent)).toThrow(words)
  })
})
