import type { JsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import type { SentRequest, Target, WireFailure } from '../protocol.ts'
import { ownRaw } from './producer.ts'

/**
 * What has to be different where the provider blames a container that the request names, in which tools of its own left
 * their files: after some minutes or weeks, or at another host, it is gone (wire-rule 197). Null where none was named.
 */
export function mendContainers({ status, text }: WireFailure, { containers = [] }: SentRequest): JsonObject | null {
  if ((status !== 400 && status !== 404) || containers.length === 0 || !/container/i.test(text)) return null
  const named = containers.filter((container) => container !== '' && text.includes(container))
  return { containers_refused: named.length > 0 ? named : [...containers] }
}

/** Those that are never named again: of this request, and of earlier ones, whose answers say so. */
export function refusedContainers(messages: readonly Message[], target: Target): ReadonlySet<string> {
  const said = [...messages.map((message) => ownRaw(message, target)), target.mended].map(
    (each) => each?.containers_refused,
  )
  return new Set(said.flatMap((each) => (Array.isArray(each) ? each : [])).filter((each) => typeof each === 'string'))
}

/** What the answer keeps of it. */
export function keptOfContainers({ mended }: Target): JsonObject {
  return Array.isArray(mended?.containers_refused) ? { containers_refused: mended.containers_refused } : {}
}
