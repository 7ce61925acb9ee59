import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openPastTurns } from '#db/past-turn.ts'
import { openStore } from '#db/store.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { EMPTY_CONVERSATION } from '#lib/canonical/conversation-facts.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { PastTurnStore } from '#lib/store/past-turn-store.ts'
import { temporaryFolder } from '../support/database.ts'
import { call, result, text, toolId } from '../support/message-builder.ts'
import {
  ANSWERED,
  chain,
  eventOf,
  llmCallOf,
  messageOf,
  NOON,
  session,
  toolCallOf,
  turnOf,
} from '../support/session-builder.ts'

const stack = new AsyncDisposableStack()
let store: Awaited<ReturnType<typeof openStore>>
let past: PastTurnStore

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder())
  const url = localDatabaseUrl(folder.path)
  store = await openStore({ url })
  stack.defer(() => store.close())
  past = openPastTurns({ client: store.client, url })
})
afterAll(() => stack.disposeAsync())

async function chatOf(messages: (owner: Session) => Message[], fields: Partial<Session> = {}) {
  const owner = session(fields)
  await store.createSession(owner, [])
  const said = messages(owner)
  await store.commit({ session_id: owner.id, messages: chain(said), tool_calls: callsIn(said) })
  return { owner, said }
}

/** Each answered by the message behind it. */
function callsIn(said: readonly Message[]) {
  return said.flatMap((message, at) => {
    const [block] = message.content
    if (block?.type !== 'tool_use') return []
    const result_message_id = said[at + 1]?.id ?? null
    return [toolCallOf(message, { id: block.id, status: 'succeeded', result_message_id, completed_at: NOON })]
  })
}

async function turnAt(owner: Session, question: Message, isOver = true) {
  const turn = { ...turnOf(question), system_prompt: '\n Be brief.', settings: { tools: false } }
  await store.commit({
    session_id: owner.id,
    turn: { type: 'start', turn, lease: { owner: 'me', ms: 1 } },
    events: [
      eventOf(
        owner,
        'route.decided',
        {
          chosen_model: 'demo:test',
          mode: 'default',
          reason: 'the default model',
          estimated_input_tokens: 7,
          chain: [],
        },
        { turn_id: turn.id },
      ),
    ],
    llm_calls: [llmCallOf(owner, { turn_id: turn.id })],
  })
  if (isOver) {
    await store.commit({ session_id: owner.id, turn: { type: 'end', id: turn.id, state: 'completed', ended_at: NOON } })
  }
  return turn
}

describe('turns of the past', () => {
  test('are given with what was known of them, the newest first, without those that run or whose chat is deleted', async () => {
    const { owner, said } = await chatOf((of) => [messageOf(of), messageOf(of)], { folder: 'Work' })
    const [first, second] = [await turnAt(owner, said[0] as Message), await turnAt(owner, said[1] as Message)]
    const gone = await chatOf((of) => [messageOf(of)])
    await turnAt(gone.owner, gone.said[0] as Message)
    await store.client.execute({ sql: 'UPDATE sessions SET deleted_at = 1 WHERE id = ?', args: [gone.owner.id] })
    const runs = await chatOf((of) => [messageOf(of)])
    await turnAt(runs.owner, runs.said[0] as Message, false)
    const turns = await past.latest(10)
    expect(turns.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(turns[1]).toEqual({
      id: first.id,
      session_id: owner.id,
      owner_id: 'local',
      question_id: said[0]?.id,
      started_by: first.started_by,
      started_at: first.started_at,
      routing: first.routing,
      decided: { estimated_input_tokens: 7, chain: [] },
      system_prompt: 'B',
      wants_tools: false,
      folder: 'Work',
    })
    const calls = await past.calls([first.id, 'none'])
    expect([...calls]).toEqual([
      [first.id, [expect.objectContaining({ model_asked: 'demo:test', session_id: owner.id })]],
    ])
    const questions = await past.questions([said[0]?.id ?? '', 'none'])
    expect([...questions]).toEqual([[said[0]?.id, said[0]]])
  })

  test('hold what was said up to the question on its own branch, whatever is damaged or unknown', async () => {
    const image = { type: 'image' as const, source: { kind: 'base64' as const, data: 'AA==' }, media_type: 'image/png' }
    const { owner, said } = await chatOf((of) => [
      messageOf(of, { content: [text('hi'), { type: 'hologram' } as unknown as ContentBlock] }),
      messageOf(of, { role: 'assistant', content: [call(toolId(1))], metadata: ANSWERED }),
      messageOf(of, {
        role: 'tool',
        content: [result(toolId(1), [text('a plot'), image])],
        metadata: { parent_tool_use_id: toolId(1) },
      }),
      messageOf(of),
    ])
    const beside = messageOf(owner, {
      content: [
        {
          type: 'document',
          name: 'a.b/Notes.PDF',
          media_type: 'application/pdf',
          source: { kind: 'base64', data: 'AA==' },
        },
      ],
    })
    await store.commit({ session_id: owner.id, messages: [{ message: beside, parent_id: said[0]?.id ?? null }] })
    const damaged = await chatOf((of) => [messageOf(of), messageOf(of), messageOf(of)])
    const odd = [
      '["text", 1, null, {"type": "image"}, {"type": "tool_result", "content": "none"}]',
      '{',
      Buffer.from([1]),
    ]
    for (const [at, content] of odd.entries()) {
      const args = [content, damaged.said[at]?.id ?? '']
      await store.client.execute({ sql: 'UPDATE messages SET content_json = ? WHERE id = ?', args })
    }
    const about = (message: Message | undefined) => ({
      session_id: message?.session_id ?? '',
      question_id: message?.id ?? '',
    })
    const asked = [...said, beside, damaged.said[2]].map(about)
    const found = await past.conversations([...asked, { session_id: owner.id, question_id: 'none' }])
    const called = { ...EMPTY_CONVERSATION, has_tool_calls: true }
    expect(asked.map(({ question_id }) => found.get(question_id))).toEqual([
      EMPTY_CONVERSATION,
      called,
      { ...called, has_images: true },
      { ...called, has_images: true },
      { ...EMPTY_CONVERSATION, file_extensions: new Set(['pdf']) },
      { ...EMPTY_CONVERSATION, has_images: true },
    ])
    expect(found.has('none')).toBe(false)
  })
})
