import type { ToolResultBlock, ToolUseBlock } from '#lib/canonical/block.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'

export type ToolStatus =
  | { state: 'writing' | 'running' | 'failed' | 'cancelled' }
  | { state: 'done'; duration_ms: number | null }

export type WatchedCall =
  | { state: 'running' }
  | { state: 'done'; duration_ms: number }
  | { state: 'failed'; reason: string }

/** How a call stands, from what is stored and what the stream has said since the page was opened. */
export function toolStatus({
  call,
  writing,
  metadata,
  live,
  result,
  runningTurn,
}: {
  call: ToolUseBlock
  writing: boolean
  /** Of the message that holds the call; `null` while it is being written. */
  metadata: Pick<MessageMetadata, 'status' | 'turn_id'> | null
  /** What the stream has said of it; undefined where nothing was watched. */
  live: WatchedCall | undefined
  result: ToolResultBlock | undefined
  runningTurn: string | null
}): ToolStatus {
  if (writing) return { state: 'writing' }
  if (live?.state === 'failed') return { state: live.reason === 'cancelled' ? 'cancelled' : 'failed' }
  if (result) {
    if (result.is_error) return { state: 'failed' }
    return { state: 'done', duration_ms: live?.state === 'done' ? live.duration_ms : null }
  }
  // A cancelled call never gets a result.
  if (metadata?.status === 'cancelled') return { state: 'cancelled' }
  if (call.raw_input !== undefined) return { state: 'failed' }
  const ownTurn = metadata === null || metadata.turn_id === runningTurn
  return { state: runningTurn !== null && ownTurn ? 'running' : 'cancelled' }
}
