import { afterEach, expect, test } from 'vitest'
import { pathViolations } from '#lib/canonical/invariant.ts'
import { statusOf } from '#lib/canonical/message.ts'
import type { SideEffects } from '#lib/canonical/tool.ts'
import { END_OF_TURN } from '#lib/events/catalog.ts'
import { addCost } from '#lib/pricing/bill.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { MortalStore } from '#test/support/mortal-store.ts'
import { startSessionServer } from '#test/support/session-server.ts'

// What is left of a turn with two calls of a tool by a process that dies right after its first, second … write, and what the
// next process makes of it. `kill.test.ts` does the same with real processes, at any moment.

const WRITES = [
  'the question',
  'that the model is called',
  'the answer that calls the tool twice',
  'that both calls began',
  'the first result',
  'the second result',
  'that the model is called again',
] as const

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
})

async function cutOffAfter(written: (typeof WRITES)[number], side_effects: SideEffects) {
  const folder = stack.use(await temporaryFolder())
  let runs = 0
  const tool = {
    definition: { ...calculator.definition, side_effects },
    run: (...args: Parameters<typeof calculator.run>) => {
      runs += 1
      return calculator.run(...args)
    },
  }
  const mortal = new MortalStore(WRITES.indexOf(written) + 1)
  const options = { folder: folder.path, tools: [tool], checkpointMs: 600_000 }
  const first = await startSessionServer({ ...options, wrapStore: mortal.wrap })
  stack.defer(() => first.store.close())
  const id = await first.sessions.create({ active_model: 'demo:anthropic' })
  const { turn_id } = await first.turns.start(id, { content: [{ type: 'text', text: 'calculate 2*3 and 4*5' }] })
  await mortal.died
  const ranBefore = runs

  const next = await startSessionServer(options)
  stack.defer(() => next.close())
  const ended = await next.turns.recover({ isAlone: true })
  await next.turns.idle()
  const path = await next.store.path(id)
  expect(pathViolations(path)).toEqual([])
  const [end, ...more] = await next.store.events(id, { turn_id, types: END_OF_TURN })
  expect(more).toEqual([])
  const session = await next.store.session(id)
  const calls = await next.store.llmCalls(id)
  expect(session?.state).toBe('idle')
  expect(session?.cost_usd).toBe(calls.reduce((sum, { cost_usd }) => addCost(sum, cost_usd), '0'))
  expect((await next.store.toolCalls(id)).filter(({ status }) => status === 'pending')).toEqual([])
  expect(await next.turns.recover({ isAlone: true })).toBe(0)
  return {
    ended,
    end: end?.type,
    roles: path.map(({ role }) => role),
    last: path.at(-1),
    outcomes: calls.map(({ outcome }) => outcome),
    ranAgain: runs - ranBefore,
  }
}

const WHOLE = ['user', 'assistant', 'tool', 'tool', 'assistant']

test.each([
  ['the answer that calls the tool twice', 'write', 2, ['completed', 'completed']],
  ['that both calls began', 'none', 2, ['completed', 'completed']],
  ['that both calls began', 'read', 2, ['completed', 'completed']],
  ['the first result', 'none', 1, ['completed', 'completed']],
  ['the second result', 'write', 0, ['completed', 'completed']],
] as const)(
  'a turn cut off after %s goes on (a tool with the effect "%s")',
  async (written, effect, ranAgain, outcomes) => {
    const left = await cutOffAfter(written, effect)
    expect(left).toMatchObject({ ended: 0, end: 'turn.completed', roles: WHOLE, outcomes, ranAgain })
    expect(left.last && statusOf(left.last)).toBe('complete')
  },
)

const STOPPED = 'The server stopped before the answer was complete.'

test.each([
  ['the question', 'none', ['user', 'assistant'], [], STOPPED],
  ['that the model is called', 'none', ['user', 'assistant'], ['interrupted'], STOPPED],
  ['that the model is called again', 'none', WHOLE, ['completed', 'interrupted'], STOPPED],
  [
    'that both calls began',
    'write',
    ['user', 'assistant', 'assistant'],
    ['completed'],
    `${STOPPED} Not every tool call has its result.`,
  ],
  [
    'the first result',
    'network',
    ['user', 'assistant', 'tool', 'assistant'],
    ['completed'],
    `${STOPPED} Not every tool call has its result.`,
  ],
] as const)(
  'a turn cut off after %s ends with what it has (a tool with the effect "%s")',
  async (written, effect, roles, outcomes, message) => {
    const left = await cutOffAfter(written, effect)
    expect(left).toMatchObject({ ended: 1, end: 'turn.failed', roles, outcomes, ranAgain: 0 })
    expect(left.last?.metadata).toMatchObject({ status: 'error', error: { error_class: 'other', message } })
  },
)
