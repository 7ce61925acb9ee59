import type { ToolProgress } from '../canonical/tool.ts'
import type { Policy } from '../policy/policy.ts'
import type { Principal } from '../principal.ts'
import { throttledProgress } from './progress.ts'
import type { ToolContext } from './tool.ts'
import type { Workspaces } from './workspace.ts'

/** What the calls of one turn have in common. */
export interface ToolHost {
  readonly principal: Principal
  readonly session_id: string
  readonly turn_id: string
  readonly signal: AbortSignal
  readonly workspaces: Pick<Workspaces, 'open'>
  readonly policy: Policy
  /** Told of each call a few times a second at most. */
  readonly onProgress: (toolUseId: string, progress: ToolProgress) => void
}

/** The context of one call. After `end` what the tool still reports is ignored: a call that was left behind is over. */
export function toolContext(host: ToolHost, toolUseId: string): { context: ToolContext; end: () => void } {
  const { session_id, signal, workspaces } = host
  const progress = throttledProgress((report) => host.onProgress(toolUseId, report))
  const context: ToolContext = {
    session_id,
    signal,
    workspace: () => workspaces.open(session_id),
    report: progress.report,
    ask: () => Promise.resolve({ answered: false, reason: 'not_available' }),
  }
  return { context, end: progress.end }
}
