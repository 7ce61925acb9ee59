import { ToolDefinition } from '../canonical/tool.ts'
import { schemaFault } from './schema-subset.ts'
import type { Tool } from './tool.ts'

export interface ToolRegistry {
  /** In the order of registration: the same tools give the same bytes on the wire. */
  readonly definitions: readonly ToolDefinition[]
  find(name: string): Tool | undefined
}

/** Names the tool and what is wrong with its definition. */
export class ToolRegistrationError extends Error {
  override readonly name = 'ToolRegistrationError'
}

/** Checks every definition and throws a `ToolRegistrationError` at the first faulty one (canonical-message-format §11.1.5). */
export function createRegistry(tools: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, Tool>()
  for (const tool of tools) {
    checkDefinition(tool.definition)
    const { name } = tool.definition
    if (byName.has(name)) throw new ToolRegistrationError(`tool ${name}: the name is taken`)
    byName.set(name, tool)
  }
  return {
    definitions: [...byName.values()].map((tool) => tool.definition),
    find: (name) => byName.get(name),
  }
}

function checkDefinition(definition: ToolDefinition): void {
  const label = `tool ${JSON.stringify(definition.name)}`
  const parsed = ToolDefinition.safeParse(definition)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ToolRegistrationError(`${label}: ${faults.join('; ')}`)
  }
  const fault = schemaFault(definition.input_schema)
  if (fault !== null) throw new ToolRegistrationError(`${label}: ${fault.problem}`)
}
