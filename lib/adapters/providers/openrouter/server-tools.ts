import type { HostedToolChoice } from '../../../canonical/hosted-tool-choice.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { hostedToolsFor, leaveOut } from '../../history/hosted-tools.ts'
import type { Target } from '../../protocol.ts'

/**
 * What OpenRouter runs itself stands among the tools (wire-rule 201;
 * https://openrouter.ai/docs/guides/features/server-tools/web-search). The older `:online` and the plugin `web` are deprecated.
 */
export function serverTools(request: CanonicalRequest, target: Target): JsonObject[] {
  return hostedToolsFor(request, target).flatMap((choice) => {
    const parameters = parametersOf(choice)
    if (parameters === null) {
      leaveOut(choice.tool, 'OpenRouter has none that is read here', target)
      return []
    }
    const isPlain = Object.keys(parameters).length === 0
    return [{ type: `openrouter:${choice.tool}`, ...(isPlain ? {} : { parameters }) }]
  })
}

function parametersOf(choice: HostedToolChoice): JsonObject | null {
  if (choice.tool !== 'web_search' && choice.tool !== 'web_fetch') return null
  const { max_uses, allowed_domains, blocked_domains } = choice
  // One thing under two names.
  const blocked = choice.tool === 'web_search' ? 'excluded_domains' : 'blocked_domains'
  const place = choice.tool === 'web_search' ? choice.user_location : undefined
  return {
    ...(max_uses === undefined ? {} : { max_uses }),
    ...(allowed_domains && { allowed_domains }),
    ...(blocked_domains && { [blocked]: blocked_domains }),
    ...(place && { user_location: { type: 'approximate', ...place } as JsonObject }),
  }
}
