import { expect, test } from 'vitest'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import type { Message } from '#lib/canonical/message.ts'
import { PublicMessage, publicMessage } from '#lib/canonical/public-message.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { message } from '#test/support/message-builder.ts'

const stored: Message = message('assistant', 'hi', { model: 'a:b', provider_raw: { opaque: true } })

test('a message leaves the server with its place, without what only its adapter may read', () => {
  const sent = publicMessage({ message: stored, parent_id: 'M0' })
  expect(sent).toEqual({ ...stored, parent_id: 'M0', metadata: { model: 'a:b' } })
  expect(PublicMessage.safeParse(sent).success).toBe(true)
  expect(PublicMessage.safeParse({ ...stored, parent_id: 'M0' }).success).toBe(false)
  expect(PublicMessage.safeParse(stored).success).toBe(false)
})

test('nothing else can be sent where a message is', () => {
  type Appended = Extract<SessionFrame, { type: 'message.appended' }>['payload']
  const sent: Appended = { message: publicMessage({ message: stored, parent_id: null }) }
  // @ts-expect-error what is stored was not made to be sent
  const mistaken: Appended = { message: stored }
  // @ts-expect-error nor is a copy of it, whatever it lacks
  const copied: Appended = { message: { ...stored, parent_id: null, metadata: {} } }
  type Page = AnswerOf<EndpointOf<'/api/sessions/{id}/messages', 'GET'>>
  // @ts-expect-error nor does a page of messages take it
  const page: Page = { messages: [stored], next: null }
  expect(page.messages).toEqual([stored])
  expect([sent.message.id, mistaken.message.id, copied.message.id]).toEqual([stored.id, stored.id, stored.id])
})
