import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { ToolRegistrationError } from '#lib/tools/registry.ts'
import { builtInTools, type ToolQuestion, type ToolSource } from '#lib/tools/source.ts'
import type { Tool } from '#lib/tools/tool.ts'
import { toolContext } from '#lib/tools/tool-host.ts'
import { toolsOfTurn } from '#lib/tools/turn-tools.ts'
import { session } from '#test/support/session-builder.ts'
import { anyTool, toolHost } from '#test/support/tool-host.ts'

let log: ReturnType<typeof memoryLogger>

beforeEach(() => {
  log = memoryLogger()
})
afterEach(() => {
  vi.useRealTimers()
})

const asked = { session: session(), principal: LOCAL_OWNER }
const gather = (...sources: ToolSource[]) => toolsOfTurn(sources, asked, { log })
const source = (name: string, tools: ToolSource['tools']): ToolSource => ({ name, tools })
const giving = (name: string, ...tools: Tool[]) => source(name, () => Promise.resolve(tools))

describe('the tools of a turn', () => {
  test('wire-rule 222: are those of every source, by name, whichever answered first', async () => {
    const slow = source('slow', async () => {
      await new Promise(setImmediate)
      return [anyTool('z'), anyTool('y')]
    })
    const tools = await gather(slow, builtInTools([anyTool('a')]))
    expect(tools.definitions.map(({ name }) => name)).toEqual(['a', 'y', 'z'])
    expect(log.entries).toEqual([])
  })

  test('are asked for with the session and the person whose turn it is', async () => {
    const questions: ToolQuestion[] = []
    await gather(
      source('curious', async (question) => {
        questions.push(question)
        return []
      }),
    )
    expect(questions).toEqual([{ ...asked, signal: expect.any(AbortSignal) }])
  })

  test('stay as they were given, whatever the source does with them afterwards', async () => {
    const properties = { b: { type: 'string' }, a: { type: 'string' } }
    const tool = anyTool('changing', undefined, { input_schema: { type: 'object', properties } })
    const given = [tool]
    const tools = await gather(source('mutable', async () => given))
    const before = JSON.stringify(tools.definitions)
    tool.definition.description = 'Something else'
    tool.definition.input_schema.properties = {}
    given.push(anyTool('another'))
    expect(JSON.stringify(tools.definitions)).toBe(before)
    expect(() => Object.assign(tools.definitions[0] ?? {}, { description: 'changed' })).toThrow(TypeError)
    expect(await tools.find('changing')?.run({}, toolContext(toolHost(), 'tu_1').context)).toMatchObject({ ok: true })
  })
})

describe('a source', () => {
  test.each<[string, ToolSource['tools']]>([
    ['that rejects', () => Promise.reject(new Error('no connection'))],
    [
      'that throws',
      () => {
        throw new Error('no connection')
      },
    ],
  ])('%s leaves the turn without its tools, and the log says so', async (_, tools) => {
    const registry = await gather(source('broken', tools), giving('sound', anyTool('a')))
    expect(registry.definitions.map(({ name }) => name)).toEqual(['a'])
    const fields = { source: 'broken', session_id: asked.session.id, cause: new Error('no connection') }
    expect(log.entries).toEqual([{ level: 'warn', message: 'a source of tools has none for this turn', fields }])
  })

  test('that does not answer is told after three seconds that it is too late, and the turn goes on without it', async () => {
    vi.useFakeTimers()
    let late: AbortSignal | undefined
    const silent = source('silent', ({ signal }) => {
      late = signal
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const gathered = gather(silent, giving('sound', anyTool('a')))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(late?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(late?.aborted).toBe(true)
    expect((await gathered).definitions.map(({ name }) => name)).toEqual(['a'])
    expect(log.entries.map(({ fields }) => fields.cause)).toEqual([new Error('no answer within 3000 ms')])
  })

  test('that gives a name which is taken loses that tool, not the others', async () => {
    const run = { ok: false, problem: 'the wrong one' } as const
    const registry = await gather(
      giving('first', anyTool('a')),
      giving(
        'second',
        anyTool('a', async () => run),
        anyTool('b'),
      ),
    )
    expect(registry.definitions.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(await registry.find('a')?.run({}, toolContext(toolHost(), 'tu_1').context)).toMatchObject({ ok: true })
    expect(log.entries).toEqual([
      { level: 'warn', message: 'a tool is left out: its name is taken', fields: { source: 'second', tool: 'a' } },
    ])
  })

  test('that gives a faulty definition loses that tool, not the others', async () => {
    const registry = await gather(giving('careless', anyTool('readFile'), anyTool('b')))
    expect(registry.definitions.map(({ name }) => name)).toEqual(['b'])
    const fault = 'tool "readFile": name: snake_case, up to 64 characters'
    expect(log.entries).toEqual([
      { level: 'warn', message: 'a tool is left out: its definition is faulty', fields: { source: 'careless', fault } },
    ])
  })

  test('of our own is checked before any turn asks it', () => {
    expect(() => builtInTools([anyTool('readFile')])).toThrow(ToolRegistrationError)
  })
})
