import type { HostedToolName } from '../../canonical/hosted-tool.ts'
import { type HostedToolChoice, inOrder } from '../../canonical/hosted-tool-choice.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { Target } from '../protocol.ts'

/** Of the provider's own tools that a request asks for, those that the target has, always in one order; the rest is recorded. */
export function hostedToolsFor(request: CanonicalRequest, target: Target): HostedToolChoice[] {
  const { supports_tools, hosted_tools = [] } = target.capabilities
  return inOrder(request.hosted_tools ?? []).filter(({ tool }) => {
    if (supports_tools && hosted_tools.includes(tool)) return true
    leaveOut(tool, 'its provider does not run it for this model', target)
    return false
  })
}

/** A request without it is still a request: nobody is refused an answer for want of a tool. */
export function leaveOut(tool: HostedToolName, reason: string, target: Target): void {
  target.project({ message_id: '', block_type: 'hosted_tools', action: 'dropped', reason: `${tool}: ${reason}` })
}

/** What a choice says beside its tool and is not passed on. */
export function leaveOutOption(tool: HostedToolName, option: string, target: Target): void {
  const reason = `${tool}: the provider has no ${option}`
  target.project({ message_id: '', block_type: 'hosted_tools', action: 'converted', reason })
}
