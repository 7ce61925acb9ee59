import type { CanonicalRequest } from '../adapters/adapter.ts'
import { sentBody } from '../adapters/exchange/sent-body.ts'
import { InvalidRequestError } from '../canonical/error.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { Store } from '../store/store.ts'
import { namesPlace } from './refused-piece.ts'

/**
 * A request whose provider has refused something of the chat in it is refused again, however often it is sent, and by whomever:
 * asked anew, from the queue, or after a restart. Throws an `InvalidRequestError` with the words of then, by which what is to
 * blame is found. What blames nothing that was said may be mended where the model runs, and is sent.
 */
export async function assertNotRefusedBefore(
  request: CanonicalRequest,
  { session_id, model }: { session_id: string; model: AvailableModel },
  store: Pick<Store, 'refusedCalls' | 'message'>,
): Promise<void> {
  const refused = await store.refusedCalls(session_id, model.id)
  if (refused.length === 0) return
  const { onProjection: _told, ...asked } = request
  const text = model.adapter?.wireBody?.(asked)
  if (text === undefined) return
  const { sha256 } = sentBody(JSON.parse(text) as JsonObject, text)
  const same = refused.filter(({ exchange }) => exchange?.request.sha256 === sha256)
  for (const message_id of new Set(same.map((call) => call.message_id))) {
    const answer = message_id === null ? null : await store.message(session_id, message_id)
    // One that was refused, and then mended and answered, can be mended again.
    const error = answer?.message.metadata.error
    if (error?.error_class !== 'invalid_request' || !namesPlace(error.message)) continue
    const { request_id } = request
    throw new InvalidRequestError(`This very request was refused before, and was not sent again: ${error.message}`, {
      request_id,
    })
  }
}
