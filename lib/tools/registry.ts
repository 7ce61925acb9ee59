import { ToolDefinition } from '../canonical/tool.ts'
import { schemaFault } from './schema-subset.ts'
import type { Tool } from './tool.ts'

export interface ToolRegistry {
  /** By name: the same tools give the same bytes on the wire, in whatever order their sources answer (wire-rule 222). */
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
    const fault = definitionFault(tool.definition)
    if (fault !== null) throw new ToolRegistrationError(fault)
    const { name } = tool.definition
    if (byName.has(name)) throw new ToolRegistrationError(`tool ${name}: the name is taken`)
    byName.set(name, tool)
  }
  return registryOf(byName)
}

/** Of tools whose definitions were checked. */
export function registryOf(byName: ReadonlyMap<string, Tool>): ToolRegistry {
  return {
    definitions: [...byName.values()].map((tool) => tool.definition).sort((a, b) => (a.name < b.name ? -1 : 1)),
    find: (name) => byName.get(name),
  }
}

/** What is wrong with a definition, and with which. */
export function definitionFault(definition: ToolDefinition): string | null {
  const label = `tool ${JSON.stringify(definition.name)}`
  const parsed = ToolDefinition.safeParse(definition)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    return `${label}: ${faults.join('; ')}`
  }
  const fault = schemaFault(definition.input_schema)
  return fault === null ? null : `${label}: ${fault.problem}`
}
