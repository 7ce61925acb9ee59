'use client'

import type { ToolCallProps } from '../../_content/block-view.tsx'
import { ToolCard } from '../../_content/tool-card.tsx'
import { toolStatus } from '../../_content/tool-status.ts'
import { useSessionState } from '../live/use-live-session.ts'

/** A call of a chat, which may be running. */
export function LiveToolCard({ call, writing, metadata }: ToolCallProps) {
  const result = useSessionState((state) => state.results.get(call.id))
  const live = useSessionState((state) => state.tools.get(call.id))
  const own = metadata?.turn_id
  const runningTurn = useSessionState((state) => {
    return own !== undefined && state.beside.get(own)?.turn ? own : (state.turn?.turn_id ?? null)
  })
  return (
    <ToolCard call={call} status={toolStatus({ call, writing, metadata, live, result, runningTurn })} result={result} />
  )
}
