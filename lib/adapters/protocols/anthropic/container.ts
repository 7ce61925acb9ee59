import type { JsonObject } from '../../../canonical/json.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { ownRaw } from '../../history/producer.ts'
import type { SentRequest, Target, WireFailure } from '../../protocol.ts'
import { runsCode } from './hosted-tool-version.ts'
import { readProviderRaw } from './provider-raw.ts'
import { stringOf } from './wire.ts'

/**
 * Files that a server-side tool left behind are found again by the container's name; after some weeks, or at another host, it
 * is gone. One that was refused is never named again: the answer to the repaired request says so (wire-rule 197).
 */
export function lastContainer(request: CanonicalRequest, target: Target, tools: readonly JsonObject[]): string | null {
  if (!tools.some(runsCode)) return null
  const kept = request.messages.map((message) => ownRaw(message, target)).filter((raw) => raw !== null)
  const refused = new Set([...kept, target.mended ?? {}].map(({ container_refused }) => stringOf(container_refused)))
  const containers = kept.flatMap((raw) => readProviderRaw(raw).container ?? [])
  const last = containers.at(-1) ?? null
  if (last === null || !refused.has(last)) return last
  const reason = 'the provider does not have it any more'
  target.project({ message_id: '', block_type: 'container', action: 'dropped', reason })
  return null
}

/** What has to be different where the provider blames the container that was named; null where none was. */
export function mendContainer({ status, text }: WireFailure, { container }: SentRequest): JsonObject | null {
  if ((status !== 400 && status !== 404) || container === undefined) return null
  return /container/i.test(text) ? { container_refused: container } : null
}
