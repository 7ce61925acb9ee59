import { afterEach, expect, test } from 'vitest'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { cacheReport } from '#lib/receipt/cache-report.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import type { Tool } from '#lib/tools/tool.ts'
import { receiptsOf } from '#test/support/receipts.ts'
import { llmCallOf } from '#test/support/session-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const LONG = 'A long instruction that is worth to be kept. '.repeat(400)

/** What the cache of the scripted upstream, which keeps what it is asked to, had of each answer in turn. */
async function reportsOf(change: (id: string, more: Tool[], server: SessionServer) => Promise<unknown>) {
  const more: Tool[] = []
  const started = await startSessionServer({
    toolSources: [{ name: 'changing', tools: () => Promise.resolve([...more]) }],
  })
  server = started
  const id = await started.sessions.create({ active_model: 'demo:anthropic', system_prompt: LONG })
  await started.say(id, 'hello')
  await started.say(id, 'hello again')
  await change(id, more, started)
  await started.say(id, 'and again')
  const answers = (await started.store.path(id)).filter(({ role }) => role === 'assistant')
  const receipts = await Promise.all(answers.map((answer) => receiptsOf(started).of(LOCAL_OWNER, id, answer.id)))
  return receipts.map((receipt) => receipt?.cache)
}

test('what is said again is read from the cache, and nothing is lost', async () => {
  const [first, second, third] = await reportsOf(async () => {})
  expect(first).toMatchObject({ state: 'first', earlier: null, read_tokens: 0 })
  expect(second).toMatchObject({ state: 'kept', is_exact: true, difference: null, lost: { tokens: 0, usd: '0' } })
  expect(third).toMatchObject({ state: 'kept', is_exact: true })
  const { same, read_tokens } = second ?? {}
  // What was the same is what was read, about.
  expect(Math.abs((same?.same_tokens ?? 0) - (read_tokens ?? 0))).toBeLessThan((read_tokens ?? 0) * 0.05)
})

test('another prompt breaks it, and what that cost is the difference to reading it, exactly', async () => {
  const reports = await reportsOf((id, _more, { sessions }) => sessions.change(id, { system_prompt: `Now: ${LONG}` }))
  const report = reports.at(-1)
  expect(report).toMatchObject({ state: 'broken', difference: { what: 'system' }, read_tokens: 0 })
  const { tokens = 0, usd } = report?.lost ?? {}
  expect(tokens).toBeGreaterThan(4_000)
  // The rates of the demo: written for 3.75 and read for 0.30 dollars a million.
  expect(Number(usd)).toBeCloseTo((tokens * 3.45) / 1_000_000, 12)
})

test('another tool is named, and a switch of model there and back breaks nothing', async () => {
  const withTool = await reportsOf(async (_id, more) => {
    more.push({ ...calculator, definition: { ...calculator.definition, name: 'reckoner' } })
  })
  expect(withTool.at(-1)).toMatchObject({
    state: 'broken',
    is_exact: false,
    difference: { what: 'tools', names: ['reckoner'] },
  })
  await server?.close()
  const switched = await reportsOf((id, _more, { say }) => say(id, '@demo:openai hello'))
  expect(switched.at(-2)).toMatchObject({ state: 'first' })
  expect(switched.at(-1)).toMatchObject({ state: 'kept', difference: null })
})

const NONE = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const made = (text: string) => ({ body: { messages: [{ role: 'user', content: text }] } })
const at = (minute: number) => `2026-11-24T10:${String(minute).padStart(2, '0')}:00.000000Z`
const question = {
  call: llmCallOf({ id: 'S' }, { started_at: at(10), usage: { ...NONE, input_tokens: 3_000 } }),
  earlier: llmCallOf({ id: 'S' }, { started_at: at(0), message_id: 'A', usage: { ...NONE, input_tokens: 2_000 } }),
  asked: undefined,
  canCache: true,
  made: made('Hi'),
  madeBefore: made('Hi'),
  is_exact: true,
  otherTools: null,
  bill: () => null,
}

test.each([
  ['that keeps unasked read nothing all the same', {}, { state: 'unread', lost: { tokens: 2_000, usd: null } }],
  [
    'was asked to keep for five minutes, and ten went by',
    { asked: '5m' as const, earlier: { ...question.earlier, usage: { ...NONE, cache_creation_input_tokens: 2_000 } } },
    { state: 'expired', lost: { tokens: 2_000 } },
  ],
  ['keeps nothing, as far as is known', { canCache: false }, { state: 'uncached', lost: null }],
  ['counted nothing', { call: { ...question.call, usage: null } }, { state: 'unknown', same: null }],
  ['is asked something that cannot be made anew', { made: null }, { state: 'unknown' }],
  [
    'had too little to keep',
    { earlier: { ...question.earlier, usage: { ...NONE, input_tokens: 500 } } },
    { state: 'kept', lost: { tokens: 0 } },
  ],
])('a host %s', (_, fields, report) => {
  expect(cacheReport({ ...question, ...fields })).toMatchObject(report)
})
