import type { CanonicalRequest } from '../adapters/adapter.ts'
import { sentBody } from '../adapters/exchange/sent-body.ts'
import { adapterError, type ErrorClass } from '../canonical/error.ts'
import type { JsonObject } from '../canonical/json.ts'
import { REFUSAL_CLASSES } from '../canonical/refusal-class.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { Store } from '../store/store.ts'
import type { LlmCall } from '../store/turn-record.ts'
import { namesPlace } from './refused-piece.ts'

/** By these a provider blames what it was sent; by others where, how or when it was asked. */
const OF_THE_REQUEST: ReadonlySet<number> = new Set([400, 404, 413, 415, 422])

/** Where its answer was deleted, and the words with it. */
const UNKNOWN_WORDS = 'what the provider said of it was deleted with the answer'

/**
 * Whether the same request would be refused again. In the middle of an answer, and with the status of a fault of the server,
 * the words have proved it.
 */
export function blamesRequest({
  error_class,
  provider_status: status,
}: Pick<LlmCall, 'error_class' | 'provider_status'>): boolean {
  if (!isRefusal(error_class)) return false
  return status === null || status < 300 || status >= 500 || OF_THE_REQUEST.has(status)
}

function isRefusal(error_class: ErrorClass | null): error_class is ErrorClass {
  return error_class !== null && REFUSAL_CLASSES.has(error_class)
}

/**
 * A request that its provider has refused is refused again, however often it is sent, and by whomever: asked anew, from the
 * queue, or after a restart. Throws an error of the same class with the words of then, by which what is to blame is found.
 */
export async function assertNotRefusedBefore(
  request: CanonicalRequest,
  {
    session_id,
    model,
    settings,
  }: { session_id: string; model: AvailableModel; settings: Pick<SessionSettings, 'resend_refused'> },
  store: Pick<Store, 'refusedCalls' | 'llmCalls' | 'message'>,
): Promise<void> {
  const refused = await store.refusedCalls(session_id, model.id)
  if (refused.length === 0) return
  const { onProjection: _told, ...asked } = request
  const text = model.adapter?.wireBody?.(asked)
  if (text === undefined) return
  const { sha256 } = sentBody(JSON.parse(text) as JsonObject, text)
  if (!refused.some(({ exchange }) => exchange?.request.sha256 === sha256)) return
  const refusal = lastRefusal(await store.llmCalls(session_id), model.id, sha256)
  if (!refusal || !isRefusal(refusal.error_class)) return
  const answer = refusal.message_id === null ? null : await store.message(session_id, refusal.message_id)
  const words = answer?.message.metadata.error?.message ?? UNKNOWN_WORDS
  // What was said stays as it is; all else may be mended where the model runs, and a person may know that it is.
  if (!namesPlace(words) && (settings.resend_refused || !blamesRequest(refusal))) return
  throw adapterError(refusal.error_class, words, { request_id: request.request_id, reason: 'refused_before' })
}

/** How the latest request of this body ended, where it was refused. One that was mended and answered can be mended again. */
function lastRefusal(calls: readonly LlmCall[], model: string, sha256: string): LlmCall | null {
  const ended = ({ outcome, error_class }: LlmCall) => outcome === 'completed' || isRefusal(error_class)
  const sent = calls.findLast(
    (call) => call.model_asked === model && call.exchange?.request.sha256 === sha256 && ended(call),
  )
  const last = sent && calls.findLast(({ request_id }) => request_id === sent.request_id)
  return last && isRefusal(last.error_class) ? last : null
}
