import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { isBlockOf } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import type { Outcome } from '#test/support/adapter-harness.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { assistant, message, result, text, toolMessage, user } from '#test/support/message-builder.ts'
import type { Script, WireAuthor } from './wire/wire-author.ts'
import { ADAPTERS, EVERYTHING } from './wire/wire-author.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUg=='

interface Turn {
  messages: Message[]
  ids: [string, { provider: string; provider_id: string }][]
}

/** One turn with a tool cycle, as a session keeps it. */
async function turn(type: AdapterType, author: WireAuthor, prefix: string): Promise<Turn> {
  let count = 0
  const { adapter } = testAdapter({
    type,
    fetch: answering(author.stream(EVERYTHING).join('')),
    newToolUseId: () => {
      count += 1
      return `tu_${prefix}${count}`
    },
  })
  const { events, complete } = await drain(adapter.stream(requestFor(type)))
  if (!complete) throw new TypeError('no answer')
  const { final_content, model, provider, provider_raw, stop_reason } = complete
  const calls = events.filter((event) => event.type === 'tool.use_start')
  const picture = { type: 'image' as const, source: { kind: 'base64' as const, data: PNG }, media_type: 'image/png' }
  return {
    messages: [
      user(`question ${prefix}`),
      assistant(final_content, { model, provider, provider_raw, stop_reason, status: 'complete' }),
      ...calls.map(({ tool_use_id }) =>
        toolMessage(tool_use_id, [...result(tool_use_id, `result ${prefix}`).content, picture]),
      ),
      assistant(`conclusion ${prefix}`, { model, provider, status: 'complete' }),
    ],
    ids: calls.map(({ tool_use_id, provider_id }) => [
      tool_use_id,
      { provider, provider_id: `${prefix}_${provider_id}` },
    ]),
  }
}

/** A turn whose first answer is cut off inside a call and whose second is cancelled inside one. */
async function troubledTurn(type: AdapterType, author: WireAuthor): Promise<Turn> {
  const script: Script = {
    parts: [{ text: ['cut off here'] }, { call: 'write', id: 'call_c', fragments: ['{"te'] }],
    stop: 'length',
  }
  let count = 0
  const newToolUseId = () => {
    count += 1
    return `tu_t${count}`
  }
  const cut = await drain(
    testAdapter({ type, newToolUseId, fetch: answering(author.stream(script).join('')) }).adapter.stream(
      requestFor(type),
    ),
  )
  const { adapter } = testAdapter({ type, newToolUseId, fetch: answering(author.stream(EVERYTHING).join('')) })
  const cancelled = await drain(adapter.stream(requestFor(type)), async (event) => {
    if (event.type === 'tool.use_start') await adapter.cancel('req_1')
  })
  const answer = ({ complete }: Outcome, status: 'complete' | 'cancelled') => {
    if (!complete) throw new TypeError('no answer')
    const { final_content, model, provider, provider_raw, stop_reason } = complete
    return assistant(final_content, { model, provider, provider_raw, stop_reason, status })
  }
  const error = { ...result('tu_t1', 'not run: its input is no JSON'), is_error: true }
  const picture = { type: 'image' as const, source: { kind: 'base64' as const, data: PNG }, media_type: 'image/png' }
  return {
    messages: [
      user([text('look at this'), picture]),
      answer(cut, 'complete'),
      message('tool', [error], { parent_tool_use_id: 'tu_t1' }),
      answer(cancelled, 'cancelled'),
    ],
    ids: [],
  }
}

async function send(type: AdapterType, turns: Turn[]) {
  const records: ProjectionRecord[] = []
  let body = ''
  const { adapter } = testAdapter({
    type,
    max_retries: 0,
    fetch: async (_url, init) => {
      body = String(init?.body)
      return new Response('{}', { status: 400 })
    },
  })
  await drain(
    adapter.stream(
      requestFor(type, {
        messages: [...turns.flatMap(({ messages }) => messages), user('and now?')],
        tool_ids: new Map(turns.flatMap(({ ids }) => ids)),
        onProjection: (record) => records.push(record),
      }),
    ),
  )
  return { body, records }
}

const PAIRS = ADAPTERS.flatMap(([from, fromAuthor]) =>
  ADAPTERS.map(([to, toAuthor]) => ({ from, to, fromAuthor, toAuthor })),
)

describe.each(PAIRS)('a session begun on $from', ({ from, to, fromAuthor, toAuthor }) => {
  test(`goes on on ${to}, with every call answered under one id, and nothing lost but thinking`, async () => {
    const turns = [await turn(from, fromAuthor, 'a'), await turn(to, toAuthor, 'b'), await turn(from, fromAuthor, 'c')]
    const { body, records } = await send(to, turns)
    expect(toAuthor.faultsIn(body)).toEqual([])
    const calls = toAuthor.callsIn(body)
    const ownId = (prefix: string) => [`${prefix}_call_a1`, `${prefix}_call_b2`]
    const canonicalId = (prefix: string) => [`tu_${prefix}1`, `tu_${prefix}2`]
    // Of another format of the same provider too: what is an id in one need not be one in the other.
    const foreign = from === to ? ownId : canonicalId
    expect(calls.map(({ id }) => id)).toEqual([...foreign('a'), ...ownId('b'), ...foreign('c')])
    expect(toAuthor.resultIdsIn(body)).toEqual(calls.map(({ id }) => id))
    expect(calls.map(({ input }) => input)).toEqual([1, 2, 3].flatMap(() => [{ a: 1, b: [2, null, 'x\n'] }, {}]))
    for (const words of ['question', 'result', 'conclusion'].flatMap((word) =>
      ['a', 'b', 'c'].map((each) => `${word} ${each}`),
    )) {
      expect(body).toContain(words)
    }
    const lost = records.filter(({ action, block_type }) => action === 'dropped' && block_type !== 'thinking')
    expect(lost).toEqual([])
    expect(new Set(records.map(({ adapter }) => adapter)).size).toBeLessThanOrEqual(1)
  })

  test(`goes on on ${to} after a call that was cut off and one that was cancelled`, async () => {
    const troubled = await troubledTurn(from, fromAuthor)
    const { body } = await send(to, [troubled, await turn(to, toAuthor, 'b')])
    expect(toAuthor.faultsIn(body)).toEqual([])
    const calls = troubled.messages.flatMap(({ content }) => content.filter(isBlockOf('tool_use')))
    expect(calls).toHaveLength(2)
    expect(toAuthor.resultIdsIn(body).slice(0, 2)).toEqual(calls.map(({ id }) => id))
    for (const words of ['look at this', 'cut off here', 'not run: its input is no JSON']) expect(body).toContain(words)
  })

  test(`sends ${to} the same bytes for the same history, and a longer history begins with them`, async () => {
    const turns = [await turn(from, fromAuthor, 'a'), await turn(to, toAuthor, 'b')]
    const { body } = await send(to, turns)
    expect(toAuthor.faultsIn(body)).toEqual([])
    expect((await send(to, structuredClone(turns))).body).toBe(body)
    const longer = messagesIn((await send(to, [...turns, await turn(from, fromAuthor, 'c')])).body)
    const prefix = messagesIn(body).slice(0, -1)
    expect(prefix.length).toBeGreaterThan(4)
    expect(longer.slice(0, prefix.length)).toEqual(prefix)
  })
})

test.each(ADAPTERS)('an empty answer of %s is kept in the session and skipped on the wire', async (type, author) => {
  const { adapter } = testAdapter({ type, fetch: answering(author.stream({ parts: [] }).join('')) })
  const { complete } = await drain(adapter.stream(requestFor(type)))
  const { model, provider, provider_raw } = complete ?? {}
  expect(complete?.final_content).toEqual([])
  const messages = [user('first'), assistant([], { model, provider, provider_raw, status: 'complete' })]
  const { body } = await send(type, [{ messages, ids: [] }])
  expect(messagesIn(body)).not.toContainEqual(expect.objectContaining({ role: 'assistant' }))
  expect(body).toContain('first')
})

/** Without the marks that say where the provider shall cache: they move on. */
function messagesIn(body: string): unknown[] {
  const { messages, input } = JSON.parse(body, (key, value) => (key === 'cache_control' ? undefined : value))
  return messages ?? input
}
