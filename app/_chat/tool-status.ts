import type { ToolResultBlock, ToolUseBlock } from '#lib/canonical/block.ts'
import type { ToolCallState } from './session-state.ts'

export type ToolStatus =
  | { state: 'writing' | 'running' | 'failed' | 'cancelled' }
  | { state: 'done'; duration_ms: number | null }

/** How a call stands, from what is stored and what the stream has said since the page was opened. */
export function toolStatus({
  call,
  writing,
  live,
  result,
  turnRunning,
}: {
  call: ToolUseBlock
  writing: boolean
  live: ToolCallState | undefined
  result: ToolResultBlock | undefined
  turnRunning: boolean
}): ToolStatus {
  if (writing) return { state: 'writing' }
  if (live?.state === 'failed') return { state: live.reason === 'cancelled' ? 'cancelled' : 'failed' }
  if (result) {
    if (result.is_error) return { state: 'failed' }
    return { state: 'done', duration_ms: live?.state === 'done' ? live.duration_ms : null }
  }
  if (call.raw_input !== undefined) return { state: 'failed' }
  return { state: turnRunning ? 'running' : 'cancelled' }
}
