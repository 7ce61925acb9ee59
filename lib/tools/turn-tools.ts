import type { ToolDefinition } from '../canonical/tool.ts'
import type { Logger } from '../log.ts'
import { definitionFault, registryOf, type ToolRegistry } from './registry.ts'
import type { ToolQuestion, ToolSource } from './source.ts'
import type { Tool } from './tool.ts'

/** The turn does not start before every source has answered, or this is over. */
const SOURCE_WAIT_MS = 3_000

/**
 * Asks every source what tools a turn has. The answer is a copy that nothing changes any more: every call of the turn
 * sends the same definitions in the same order, byte for byte. A source that fails or does not answer in time leaves the
 * turn without its tools; of two tools with one name, that of the first source stays.
 */
export async function toolsOfTurn(
  sources: readonly ToolSource[],
  asked: Omit<ToolQuestion, 'signal'>,
  { log }: { log: Logger },
): Promise<ToolRegistry> {
  const given = await Promise.all(
    sources.map(async (source) => ({ source: source.name, tools: await toolsOf(source, asked, log) })),
  )
  const byName = new Map<string, Tool>()
  for (const { source, tools } of given) {
    for (const tool of tools) {
      const { name } = tool.definition
      const fault = definitionFault(tool.definition)
      if (fault !== null) log.warn('a tool is left out: its definition is faulty', { source, fault })
      else if (byName.has(name)) log.warn('a tool is left out: its name is taken', { source, tool: name })
      else byName.set(name, frozen(tool))
    }
  }
  return registryOf(byName)
}

async function toolsOf(source: ToolSource, asked: Omit<ToolQuestion, 'signal'>, log: Logger): Promise<readonly Tool[]> {
  const late = new AbortController()
  const isLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const cause = new Error(`no answer within ${SOURCE_WAIT_MS} ms`)
    late.abort(cause)
    isLate.reject(cause)
  }, SOURCE_WAIT_MS)
  try {
    // In a microtask of its own, so that a source which throws before its first await fails like any other.
    const answer = Promise.resolve().then(() => source.tools({ ...asked, signal: late.signal }))
    return await Promise.race([answer, isLate.promise])
  } catch (cause) {
    log.warn('a source of tools has none for this turn', { source: source.name, session_id: asked.session.id, cause })
    return []
  } finally {
    clearTimeout(timer)
  }
}

function frozen(tool: Tool): Tool {
  const definition: ToolDefinition = deepFreeze(structuredClone(tool.definition))
  return { definition, run: (input, context) => tool.run(input, context) }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
