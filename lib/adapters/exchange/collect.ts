import type { StreamEvent } from '../../canonical/stream-event.ts'
import type { CanonicalResponse } from '../adapter.ts'

/** The answer of a stream as `complete()` would have given it. Throws what the stream throws. */
export async function collect(stream: AsyncIterable<StreamEvent>, requestId: string): Promise<CanonicalResponse> {
  let response: CanonicalResponse | undefined
  for await (const event of stream) {
    if (event.type !== 'message.complete') continue
    const { type: _type, final_content: content, ...rest } = event
    response = { request_id: requestId, content, ...rest }
  }
  if (!response) throw new TypeError('the stream ended without message.complete')
  return response
}
