import { expect, test } from 'vitest'
import { toolStatus } from '#app/_content/tool-status.ts'

const call = { type: 'tool_use' as const, id: 'tu_1', name: 'calculator', input: {} }
const own = { turn_id: 'T1' }
const nothing = { call, writing: false, metadata: own, live: undefined, result: undefined, runningTurn: null }
const result = (fields = {}) => ({ type: 'tool_result' as const, tool_use_id: 'tu_1', content: [], ...fields })

test.each([
  ['is being written', { writing: true, metadata: null, runningTurn: 'T1' }, { state: 'writing' }],
  ['runs in its turn', { runningTurn: 'T1' }, { state: 'running' }],
  ['waits for the rest of its message', { metadata: null, runningTurn: 'T1' }, { state: 'running' }],
  ['was left without a result by a turn that is over', {}, { state: 'cancelled' }],
  [
    'was left without a result by an earlier turn than the one that runs',
    { runningTurn: 'T2' },
    { state: 'cancelled' },
  ],
  [
    'was stopped in the middle of its arguments',
    { call: { ...call, raw_input: '{"a' }, metadata: { ...own, status: 'cancelled' as const } },
    { state: 'cancelled' },
  ],
  ['cannot be read', { call: { ...call, raw_input: '{"a' } }, { state: 'failed' }],
  ['has a result', { result: result() }, { state: 'done', duration_ms: null }],
  [
    'has a result that was watched',
    { result: result(), live: { state: 'done' as const, duration_ms: 3 } },
    { state: 'done', duration_ms: 3 },
  ],
  ['has a result that is an error', { result: result({ is_error: true }) }, { state: 'failed' }],
  ['was cancelled', { live: { state: 'failed' as const, reason: 'cancelled' as const } }, { state: 'cancelled' }],
])('a call that %s says so', (_how, fields, expected) => {
  expect(toolStatus({ ...nothing, ...fields })).toEqual(expected)
})
