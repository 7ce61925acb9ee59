import type { JsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { refusedContainers } from '../../history/container.ts'
import { ownRaw } from '../../history/producer.ts'
import type { Target } from '../../protocol.ts'
import { runsCode } from './hosted-tool-version.ts'
import { readProviderRaw } from './provider-raw.ts'

/** Files that a server-side tool left behind are found again by the container's name. */
export function lastContainer(request: CanonicalRequest, target: Target, tools: readonly JsonObject[]): string | null {
  if (!tools.some(runsCode)) return null
  const kept = request.messages.map((message) => ownRaw(message, target)).filter((raw) => raw !== null)
  const last = kept.flatMap((raw) => readProviderRaw(raw).container ?? []).at(-1) ?? null
  if (last === null || !refusedContainers(request.messages, target).has(last)) return last
  const reason = 'the provider does not have it any more'
  target.project({ message_id: '', block_type: 'container', action: 'dropped', reason })
  return null
}
