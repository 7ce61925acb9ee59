import { describe, expect, test } from 'vitest'
import type { ImportedChat } from '#lib/import/imported-chat.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { conversation } from '#test/support/chatgpt-builder.ts'
import { onlyChatOf, pathOf, storedOf } from '#test/support/imported.ts'
import { user } from '#test/support/message-builder.ts'
import { DIALECTS } from './wire/wire-author.ts'

const uses = (id: string, name = 'add') => ({ type: 'tool_use', id, name, input: {} })
const answers = (tool_use_id: string) => ({ type: 'tool_result', tool_use_id, content: 'done' })
const hologram = { content_type: 'hologram' }

/** What providers refuse, as exports have it. */
const CHATS: [string, unknown][] = [
  [
    'calls without results, results without calls and two results of one call',
    [
      { role: 'user', content: [answers('nobody')] },
      { role: 'assistant', content: [uses('open'), uses('toolu_2', 'name with blanks.')] },
      { role: 'user', content: [answers('toolu_2'), answers('toolu_2'), { type: 'text', text: 'Well?' }] },
      { role: 'assistant', content: [uses('toolu_2')] },
    ],
  ],
  [
    'signatures that nobody made',
    [
      { role: 'user', content: 'Think.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'forged' },
          { type: 'redacted_thinking', data: '!' },
        ],
      },
      { role: 'assistant', content: 'Done.' },
    ],
  ],
  [
    'parts of unknown kinds, tools with names of their own and nothing in some messages',
    [
      conversation({
        q: {
          content: {
            content_type: 'multimodal_text',
            parts: [hologram, { content_type: 'image_asset_pointer', asset_pointer: 'gone' }],
          },
        },
        call: { role: 'assistant', recipient: 'canmore.create_textdoc', content: { content_type: 'code', text: '{' } },
        out: { role: 'tool', name: 'canmore.create_textdoc', content: hologram },
        more: { role: 'tool', name: 'web.run', content: hologram },
        a: { role: 'assistant', content: hologram },
      }),
    ],
  ],
]

describe.each(DIALECTS)('an imported history for %s', (_name, host, author) => {
  const bodyOf = async (chat: ImportedChat) => {
    let body = ''
    const { adapter } = testAdapter({
      ...host,
      fetch: async (url, init) => {
        body = String(init?.body)
        return await answering(author.whole({ parts: [{ text: ['ok'] }] }))(url, init)
      },
    })
    const messages = [...storedOf(pathOf(chat)), user('And now?')]
    expect((await drain(adapter.stream(requestFor(host, { messages })))).error).toBeUndefined()
    return body
  }

  test.each(CHATS)('goes on though it has %s', async (_what, document) => {
    const chat = onlyChatOf(document)
    const before = structuredClone(chat)
    const body = await bodyOf(chat)
    expect(author.faultsIn(body)).toEqual([])
    const called = author.callsIn(body).map(({ id }) => id)
    expect(author.resultIdsIn(body).toSorted()).toEqual(called.toSorted())
    expect(body).not.toContain('forged')
    expect(chat).toEqual(before)
  })
})
