import { InvalidRequestError } from '../../canonical/error.ts'
import type { Logger } from '../../log.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { Target } from '../protocol.ts'

/**
 * What happens for each block that a request does not carry over as stored: a WARN line with exactly these five fields
 * (provider-adapter-contract §4.4), a record for the user (design §3.16), and a refusal where the message is critical.
 */
export function projector(request: CanonicalRequest, adapter: string, log: Logger): Target['project'] {
  const record = recorder(request, adapter, log)
  return (projection) => {
    const { message_id, block_type, action, reason } = projection
    const message = request.messages.find((each) => each.id === message_id)
    if (action === 'dropped' && message?.metadata.critical) {
      throw new InvalidRequestError(
        `message ${message_id} is critical, and its ${block_type} block cannot be sent: ${reason}`,
        { request_id: request.request_id },
      )
    }
    record(projection)
  }
}

/** For what has happened already, and no refusal undoes. */
export function recorder(request: CanonicalRequest, adapter: string, log: Logger): Target['project'] {
  const { session_id } = request
  return (record) => {
    const { message_id, block_type, reason } = record
    log.warn('a block is not carried over as stored', { session_id, message_id, block_type, adapter, reason })
    request.onProjection?.({ session_id, adapter, ...record })
  }
}
