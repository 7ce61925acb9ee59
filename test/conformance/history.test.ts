import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { assistant, call, system, toolMessage, user } from '#test/support/message-builder.ts'
import { ADAPTERS } from './wire/wire-author.ts'

const HISTORY = [
  user('first question'),
  assistant([call('tu_1', 'add'), call('tu_2', 'sub')]),
  toolMessage('tu_1', 'one'),
  toolMessage('tu_2', 'two'),
  assistant('first answer'),
  system('from now on, be brief'),
  user('second question'),
  assistant([call('tu_3', 'add')]),
  toolMessage('tu_3', 'three'),
  assistant('second answer'),
  user('third question'),
]

describe.each(ADAPTERS)('a history for %s', (type, author) => {
  const bodyOf = async (fields: Partial<CanonicalRequest>) => {
    let body = ''
    const { adapter } = testAdapter({
      type,
      fetch: async (url, init) => {
        body = String(init?.body)
        return await answering(author.whole({ parts: [{ text: ['ok'] }] }))(url, init)
      },
    })
    expect((await drain(adapter.stream(requestFor(type, fields)))).error).toBeUndefined()
    return body
  }

  test('wire-rule 8: cut anywhere, at both ends, it is one that the format takes, and no result is without its call', async () => {
    for (let start = 0; start < HISTORY.length; start += 1) {
      for (let end = start + 1; end <= HISTORY.length; end += 1) {
        const messages = HISTORY.slice(start, end)
        const body = await bodyOf({ messages })
        expect(author.faultsIn(body), `messages ${start} to ${end}`).toEqual([])
        const calls = author.callsIn(body).map(({ id }) => id)
        const isPending = messages.at(-1)?.content.some(({ type: each }) => each === 'tool_use')
        const answered = isPending ? calls.filter((id) => messages.slice(0, -1).some((m) => holds(m, id))) : calls
        expect(author.resultIdsIn(body)).toEqual(answered)
      }
    }
  })
})

function holds({ content }: (typeof HISTORY)[number], id: string): boolean {
  return content.some((block) => block.type === 'tool_use' && block.id === id)
}
