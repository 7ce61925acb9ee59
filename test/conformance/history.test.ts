import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { isBlockOf } from '#lib/canonical/block.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { assistant, call, system, toolMessage, user } from '#test/support/message-builder.ts'
import { DIALECTS } from './wire/wire-author.ts'

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

describe.each(DIALECTS)('a history for %s', (_name, host, author) => {
  const bodyOf = async (fields: Partial<CanonicalRequest>) => {
    let body = ''
    const { adapter } = testAdapter({
      ...host,
      fetch: async (url, init) => {
        body = String(init?.body)
        return await answering(author.whole({ parts: [{ text: ['ok'] }] }))(url, init)
      },
    })
    expect((await drain(adapter.stream(requestFor(host, fields)))).error).toBeUndefined()
    return body
  }

  test('wire-rule 8: cut anywhere, at both ends, it is one that the format takes, and no result is without its call', async () => {
    for (let start = 0; start < HISTORY.length; start += 1) {
      for (let end = start + 1; end <= HISTORY.length; end += 1) {
        const messages = HISTORY.slice(start, end)
        const body = await bodyOf({ messages })
        expect(author.faultsIn(body), `messages ${start} to ${end}`).toEqual([])
        const calls = author.callsIn(body).map(({ id }) => id)
        // Those of the last message have no results yet.
        const pending = messages.at(-1)?.content.filter(isBlockOf('tool_use')).length ?? 0
        const answered = calls.slice(0, calls.length - pending)
        expect(author.resultIdsIn(body)).toEqual(answered)
      }
    }
  })
})
