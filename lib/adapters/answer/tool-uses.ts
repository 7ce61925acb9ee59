import type { ContentBlock } from '../../canonical/block.ts'
import { isBlockOf } from '../../canonical/block.ts'
import { HostedToolName } from '../../canonical/hosted-tool.ts'
import type { ToolUses } from '../../canonical/usage.ts'

/**
 * How often the provider ran each of its own tools: as it counted itself, for a failed search costs nothing and one call
 * may be several searches (wire-rules 194, 199); what it does not count, as the answer shows it.
 */
export function toolUses(content: readonly ContentBlock[], counted: ToolUses = {}): { tool_uses?: ToolUses } {
  const uses: ToolUses = {}
  const done = content.filter(isBlockOf('hosted_tool')).filter(({ status }) => status === 'completed')
  for (const name of HostedToolName.options) {
    const times = counted[name] ?? done.filter(({ tool }) => tool === name).length
    if (times > 0) uses[name] = times
  }
  return Object.keys(uses).length > 0 ? { tool_uses: uses } : {}
}
