import type { Session } from '../canonical/session.ts'
import type { Principal } from '../principal.ts'
import { createRegistry } from './registry.ts'
import type { Tool } from './tool.ts'

export interface ToolQuestion {
  readonly session: Session
  readonly principal: Principal
  /** Aborts when the answer is not waited for any longer. */
  readonly signal: AbortSignal
}

/** Where tools come from. Asked at the start of each turn; what it gives may differ from turn to turn. */
export interface ToolSource {
  /** For the log. */
  readonly name: string
  tools(question: ToolQuestion): Promise<readonly Tool[]>
}

/** Tools that are always there. Throws a `ToolRegistrationError` at the first faulty one, before any turn needs them. */
export function builtInTools(tools: readonly Tool[]): ToolSource {
  createRegistry(tools)
  return { name: 'built-in', tools: () => Promise.resolve(tools) }
}
