import { describe, expect, test } from 'vitest'
import type { ToolUseBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Decision, Moment } from '#lib/policy/policy.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { dispatch } from '#lib/tools/dispatch.ts'
import { createRegistry } from '#lib/tools/registry.ts'
import type { Tool } from '#lib/tools/tool.ts'
import { toolHost } from '#test/support/tool-host.ts'

const ID = 'tu_01HZ0000000000000000000000'

function call(name: string, input: JsonObject, more: Partial<ToolUseBlock> = {}): ToolUseBlock {
  return { type: 'tool_use', id: ID, name, input, ...more }
}

function toolThat(run: Tool['run']): Tool {
  const definition = {
    name: 'probe',
    description: 'A probe',
    input_schema: { type: 'object' },
    side_effects: 'none',
  } as const
  return { definition, run }
}

function refusal(text: string) {
  return { type: 'tool_result', tool_use_id: ID, content: [{ type: 'text', text }], is_error: true }
}

const going = toolHost()
const registry = createRegistry([calculator])

describe('a call', () => {
  test('that succeeds is answered with what the tool gave', async () => {
    expect(await dispatch(registry, call('calculator', { expression: '6 * 7' }), going)).toEqual({
      status: 'succeeded',
      content: [{ type: 'text', text: '42' }],
      result: { type: 'tool_result', tool_use_id: ID, content: [{ type: 'text', text: '42' }], is_error: false },
    })
  })

  test('that fails is answered with the problem', async () => {
    const problem = 'Cannot calculate this: division by zero (at character 3).'
    expect(await dispatch(registry, call('calculator', { expression: '1 / 0' }), going)).toEqual({
      status: 'failed',
      problem,
      result: refusal(problem),
    })
  })

  test('of a tool that does not exist is answered with those that do', async () => {
    expect(await dispatch(registry, call('shell', {}), going)).toEqual({
      status: 'unknown_tool',
      available: ['calculator'],
      result: refusal('The tool was not run: there is none of this name. The tools are: calculator.'),
    })
    const without = await dispatch(createRegistry([]), call('shell', {}), going)
    expect(without.result).toEqual(refusal('The tool was not run: there are no tools in this conversation.'))
  })

  test('with an input that does not fit the schema is not run, and names where', async () => {
    expect(await dispatch(registry, call('calculator', { expression: 5 }), going)).toEqual({
      status: 'invalid_input',
      fault: { path: 'input.expression', problem: 'must be a string, not a number' },
      result: refusal(
        'The tool was not run: input.expression must be a string, not a number. Call it again with a valid input.',
      ),
    })
  })

  test('whose arguments could not be read is never run, though its input would fit', async () => {
    let runs = 0
    const probe = toolThat(async () => {
      runs += 1
      return { ok: true, content: [] }
    })
    const outcome = await dispatch(createRegistry([probe]), call('probe', {}, { raw_input: '{"a": ' }), going)
    expect(outcome).toEqual({
      status: 'unreadable_input',
      result: refusal(
        'The tool was not run: its arguments are not a JSON object. Call it again with complete, valid JSON.',
      ),
    })
    expect(runs).toBe(0)
  })

  test('cannot change the history through its input', async () => {
    const probe = toolThat(async (input) => {
      input.changed = true
      return { ok: true, content: [] }
    })
    const asked = call('probe', { a: 1 })
    await dispatch(createRegistry([probe]), asked, going)
    expect(asked.input).toEqual({ a: 1 })
  })
})

describe('a tool that breaks down', () => {
  test.each<[string, Tool['run']]>([
    ['by rejecting', () => Promise.reject(new Error('ENOENT /home/me/.secret'))],
    [
      'before its first await',
      () => {
        throw new Error('ENOENT /home/me/.secret')
      },
    ],
  ])('%s fails the call, and its error stays with us', async (_, run) => {
    const outcome = await dispatch(createRegistry([toolThat(run)]), call('probe', {}), going)
    expect(outcome).toMatchObject({ status: 'failed', cause: new Error('ENOENT /home/me/.secret') })
    expect(outcome.result).toEqual(refusal('The tool broke down.'))
  })
})

describe('a call that the policy', () => {
  const moments: Moment[] = []
  const deciding = (decision: Decision | Promise<Decision>) => ({
    decide(moment: Moment) {
      moments.push(moment)
      return decision
    },
  })
  const denial = { verdict: 'deny', reason: 'No sums on a Sunday.' } as const

  test.each([
    ['at once', denial],
    ['after a while', Promise.resolve(denial)],
  ])('denies %s is not run, and is answered with the reason', async (_, decision) => {
    let runs = 0
    const probe = toolThat(async () => {
      runs += 1
      return { ok: true, content: [] }
    })
    moments.length = 0
    const host = toolHost({ policy: deciding(decision) })
    expect(await dispatch(createRegistry([probe]), call('probe', { a: 1 }), host)).toEqual({
      status: 'denied',
      reason: 'No sums on a Sunday.',
      result: refusal('The tool was not run: No sums on a Sunday.'),
    })
    expect(runs).toBe(0)
    const { principal, session_id, turn_id } = host
    expect(moments).toEqual([
      { at: 'tool', principal, session_id, turn_id, call: call('probe', { a: 1 }), definition: probe.definition },
    ])
  })

  test('allows too late, after it was cancelled, is not run', async () => {
    const controller = new AbortController()
    const decision = Promise.withResolvers<Decision>()
    let runs = 0
    const probe = toolThat(async () => {
      runs += 1
      return { ok: true, content: [] }
    })
    const host = toolHost({ policy: deciding(decision.promise), signal: controller.signal })
    const outcome = dispatch(createRegistry([probe]), call('probe', {}), host)
    controller.abort()
    expect((await outcome).status).toBe('cancelled')
    decision.resolve({ verdict: 'allow' })
    await decision.promise
    await new Promise(setImmediate)
    expect(runs).toBe(0)
  })
})

describe('a cancelled call', () => {
  const cancelled = { status: 'cancelled', result: refusal('The user cancelled this call; it has no result.') }

  test('is not run at all when the cancel came first', async () => {
    let runs = 0
    const probe = toolThat(async () => {
      runs += 1
      return { ok: true, content: [] }
    })
    expect(
      await dispatch(createRegistry([probe]), call('probe', {}), toolHost({ signal: AbortSignal.abort() })),
    ).toEqual(cancelled)
    expect(runs).toBe(0)
  })

  test('ends at once, even if the tool never does', async () => {
    const controller = new AbortController()
    const started = Promise.withResolvers<void>()
    const probe = toolThat(() => {
      started.resolve()
      return new Promise(() => {})
    })
    const outcome = dispatch(createRegistry([probe]), call('probe', {}), toolHost({ signal: controller.signal }))
    await started.promise
    controller.abort()
    expect(await outcome).toEqual(cancelled)
  })

  test('is cancelled, not failed, when the tool throws because of it', async () => {
    const controller = new AbortController()
    const started = Promise.withResolvers<void>()
    const probe = toolThat((_, { signal }) => {
      started.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const outcome = dispatch(createRegistry([probe]), call('probe', {}), toolHost({ signal: controller.signal }))
    await started.promise
    controller.abort()
    expect(await outcome).toEqual(cancelled)
  })

  test('leaves no listener behind on the signal of the turn', async () => {
    const controller = new AbortController()
    const listeners = new Set<unknown>()
    const { signal } = controller
    signal.addEventListener = (_type: string, listener: unknown) => void listeners.add(listener)
    signal.removeEventListener = (_type: string, listener: unknown) => void listeners.delete(listener)
    await dispatch(registry, call('calculator', { expression: '1' }), toolHost({ signal }))
    expect(listeners.size).toBe(0)
  })
})
