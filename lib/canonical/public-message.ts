import { z } from 'zod'
import { MESSAGE_FIELDS, type Message, MessageMetadata, withoutProviderRaw } from './message.ts'

declare const PUBLIC: unique symbol

/**
 * A message as it may leave the server: with its place in the tree, without what only its adapter may read. Only
 * `publicMessage` makes one, so that a stored message is never sent by mistake.
 */
export interface PublicMessage extends Message {
  /** `null` for the first message of a path. */
  parent_id: string | null
  readonly [PUBLIC]: true
}

export const PublicMessage = z.looseObject({
  ...MESSAGE_FIELDS,
  parent_id: z.string().nullable(),
  metadata: MessageMetadata.extend({ provider_raw: z.never().optional() }),
}) as unknown as z.ZodType<PublicMessage>

export function publicMessage({ message, parent_id }: { message: Message; parent_id: string | null }): PublicMessage {
  return { ...withoutProviderRaw(message), parent_id } as PublicMessage
}
