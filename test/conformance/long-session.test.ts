import { expect, test } from 'vitest'
import { openStore } from '#db/store.ts'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { BACKENDS } from '#test/support/database.ts'
import { text } from '#test/support/message-builder.ts'
import { ANSWERED, messageOf, session, toolCallOf } from '#test/support/session-builder.ts'
import type { Script, WireAuthor } from './wire/wire-author.ts'
import { ADAPTERS } from './wire/wire-author.ts'

const TURNS = 20
const PICTURE = {
  type: 'image' as const,
  source: { kind: 'base64' as const, data: 'iVBORw0KGgoAAAANSUhEUg==' },
  media_type: 'image/png',
}

const script = (turn: number): Script => ({
  parts: [
    { thinking: [`thought ${turn}`], signature: 'c2lnbmVk' },
    { text: [`looking ${turn}`] },
    { call: 'add', id: `call_a${turn}`, fragments: [`{"turn":${turn}}`] },
    { call: 'sub', id: `call_b${turn}`, fragments: ['{}'] },
  ],
  stop: 'tool',
})
const conclusion = (turn: number): Script => ({ parts: [{ text: [`conclusion ${turn}`] }] })

test(`one session of ${TURNS} turns over all formats in turn, reloaded from the store each time, is valid at every step`, async () => {
  const [backend] = BACKENDS
  if (!backend) throw new TypeError('no store to test with')
  await using database = await backend.open()
  const owner = session()
  let store = await openStore(database)
  await store.createSession(owner, [])
  let count = 0
  const newToolUseId = () => {
    count += 1
    return `tu_${String(count).padStart(26, '0')}`
  }

  /** Sends the stored history, checks what went out, and stores the answer. */
  const ask = async (type: AdapterType, author: WireAuthor, answer: Script) => {
    const calls = await store.toolCalls(owner.id)
    const messages = await store.path(owner.id)
    let body = ''
    const { adapter } = testAdapter({
      type,
      newToolUseId,
      fetch: async (url, init) => {
        body = String(init?.body)
        return await answering(author.stream(answer).join(''))(url, init)
      },
    })
    const tool_ids = new Map(
      calls.flatMap(({ id, provider, provider_id }) =>
        provider && provider_id ? [[id, { provider, provider_id }]] : [],
      ),
    )
    const { events, complete, error } = await drain(adapter.stream(requestFor(type, { messages, tool_ids })))
    expect(error).toBeUndefined()
    if (!complete) throw new TypeError('no answer')
    expect(author.faultsIn(body)).toEqual([])
    expect(author.callsIn(body)).toHaveLength(calls.length)
    expect(author.resultIdsIn(body)).toEqual(author.callsIn(body).map(({ id }) => id))

    const { final_content: content, model, provider, provider_raw, stop_reason } = complete
    const metadata = { ...ANSWERED, model, provider, provider_raw, stop_reason, status: 'complete' as const }
    const message = await say({ role: 'assistant', content, metadata })
    const starts = events.filter((event) => event.type === 'tool.use_start')
    await store.commit({ session_id: owner.id, tool_calls: starts.map((start) => started(start, message, provider)) })
    return { body, starts }
  }
  const say = async (fields: Partial<Message>) => {
    const message = messageOf(owner, fields)
    const [parent_id, calls] = [await store.head(owner.id), await store.toolCalls(owner.id)]
    const closed = calls.filter(({ id }) => id === message.metadata.parent_tool_use_id)
    await store.commit({
      session_id: owner.id,
      messages: [{ message, parent_id }],
      tool_calls: closed.map((call) => ({ ...call, result_message_id: message.id, status: 'succeeded' })),
      patch: { head_id: message.id },
    })
    return message
  }

  for (let turn = 0; turn < TURNS; turn += 1) {
    const adapter = ADAPTERS[turn % ADAPTERS.length]
    if (!adapter) throw new TypeError('no adapter')
    const [type, author] = adapter
    await store.close()
    store = await openStore(database)

    await say({
      role: 'user',
      content: turn % 3 === 0 ? [text(`question ${turn}`), PICTURE] : [text(`question ${turn}`)],
    })
    const { starts } = await ask(type, author, script(turn))
    for (const [index, { tool_use_id }] of starts.entries()) {
      const content = index === 0 ? [text(`result ${turn}`), PICTURE] : [text('it failed')]
      await say({
        role: 'tool',
        content: [{ type: 'tool_result', tool_use_id, content, is_error: index === 1 }],
        metadata: { parent_tool_use_id: tool_use_id },
      })
    }
    const { body } = await ask(type, author, conclusion(turn))
    for (let earlier = 0; earlier <= turn; earlier += 1) {
      for (const word of ['question', 'looking', 'result']) expect(body).toContain(`${word} ${earlier}`)
    }
  }
  await store.close()
})

function started(
  { tool_use_id, tool_name, provider_id }: Extract<StreamEvent, { type: 'tool.use_start' }>,
  message: Message,
  provider: string,
) {
  return toolCallOf(message, { id: tool_use_id, name: tool_name, provider_id, provider })
}
