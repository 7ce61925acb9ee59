import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageHash } from '#lib/canonical/hash.ts'
import { ChatLine } from '#lib/export/format.ts'
import { printLine } from '#lib/export/ndjson.ts'
import { anyRequest } from '#test/support/any-request.ts'
import {
  eventOf,
  llmCallOf,
  messageOf,
  projectionOf,
  session,
  toolCallOf,
  turnOf,
} from '#test/support/session-builder.ts'

const readAgain = (line: ChatLine) => ChatLine.parse(JSON.parse(printLine(line)))

const owner = session({ title: 'lone \ud800 and \u2028' })
const question = messageOf(owner)

describe('a line of an export', () => {
  test('is read as what was written, whatever a message holds', () => {
    fc.assert(
      fc.property(anyRequest(), ({ messages }) => {
        for (const message of messages) {
          const line = { type: 'message' as const, parent_id: null, hash: messageHash(message), message }
          const read = readAgain(line)
          expect(read).toEqual(line)
          expect(read.type === 'message' && messageHash(read.message)).toBe(line.hash)
        }
      }),
      { numRuns: 50 },
    )
  })

  test.each<ChatLine>([
    { type: 'session', session: owner, head_id: null },
    { type: 'turn', turn: turnOf(question, { state: 'failed', settings: { temperature: 0 } }) },
    { type: 'tool_call', tool_call: toolCallOf(question, { status: 'cancelled', provider_id: null }) },
    {
      type: 'call',
      call: { ...llmCallOf(owner, { usage: null, cost_usd: null, outcome: 'interrupted' }), repriced: null },
    },
    { type: 'event', event: eventOf(owner, 'turn.cancelled', { message_id: null }) },
    { type: 'projection', projection: projectionOf(question) },
  ])('is read as what was written: $type', (line) => {
    expect(readAgain(line)).toEqual(line)
  })

  test('keeps values that a newer version added', () => {
    const call = { ...llmCallOf(owner), outcome: 'dreamt', error_class: 'unheard', of: 1, repriced: null }
    const line = { type: 'call', call }
    expect(ChatLine.parse(JSON.parse(JSON.stringify(line)))).toEqual(line)
  })

  test('is none where a message is not in the canonical format, and says where', () => {
    const line = { type: 'message', parent_id: null, hash: '0'.repeat(64), message: { ...question, role: 'king' } }
    expect(ChatLine.safeParse(line).error?.issues[0]?.path).toEqual(['message'])
  })
})
