import type { ContentBlock } from '#lib/canonical/block.ts'
import { sha256, type startExports } from './exportable.ts'
import {
  ANSWERED,
  chain,
  eventOf,
  llmCallOf,
  messageOf,
  projectionOf,
  session,
  toolCallOf,
  turnOf,
} from './session-builder.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Started = Pick<Awaited<ReturnType<typeof startExports>>, 'store' | 'attachments'>

/** All kinds of blocks and ends: two branches, a tool, a picture, thoughts, what was cancelled, failed and is being written. */
export async function writeRichChat(
  { store, attachments }: Started,
  owner = session({ title: '../../<b>"Rich"</b>\u0000.exe' }),
) {
  const { data } = await attachments.put(PNG, 'image/png', {}, owner.owner_id)
  const seen = { type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/png' } as const
  const gone = { kind: 'file_ref', data: `attachments/${'0'.repeat(64)}` } as const
  const question = messageOf(owner, {
    content: [
      { type: 'text', text: 'Look \u2028 and say' },
      seen,
      { type: 'document', source: gone, media_type: 'application/pdf', name: '..\\..\\evil.pdf' },
    ],
  })
  const tool = toolCallOf(question)
  const answer = messageOf(owner, {
    role: 'assistant',
    content: [
      { type: 'thinking', text: 'hm', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'cmVk' },
      { type: 'text', text: 'One moment' },
      { type: 'tool_use', id: tool.id, name: 'calculator', input: JSON.parse('{"__proto__":{"a":1}}') },
      { type: 'hologram', beam: [1, 2] } as unknown as ContentBlock,
    ],
    metadata: { ...ANSWERED, provider_raw: { sealed: ['b3BhcXVl'] } },
  })
  const result = messageOf(owner, {
    role: 'tool',
    content: [{ type: 'tool_result', tool_use_id: tool.id, content: [{ type: 'text', text: '4' }, seen] }],
    metadata: { parent_tool_use_id: tool.id },
  })
  const cancelled = messageOf(owner, { role: 'assistant', content: [], metadata: { status: 'cancelled' } })
  const failed = messageOf(owner, {
    role: 'assistant',
    content: [{ type: 'text', text: 'So f' }],
    metadata: { status: 'error', error: { error_class: 'network', message: 'gone' } },
  })
  const again = messageOf(owner, { content: [{ type: 'text', text: 'Otherwise' }] })
  const partial = messageOf(owner, {
    role: 'assistant',
    content: [{ type: 'text', text: 'As far as' }],
    metadata: { status: 'partial' },
  })
  const placed = [...chain([question, answer, result, cancelled]), { message: failed, parent_id: result.id }]
  const branch = chain([again, partial], question.id)
  const turn = turnOf(question, { settings: { temperature: 0.5 } })
  const call = { ...tool, message_id: answer.id, result_message_id: result.id, status: 'succeeded' as const }
  const calls = [
    llmCallOf(owner, { turn_id: turn.id, cost_usd: '0.1', cost_state: 'partial' }),
    llmCallOf(owner, { cost_usd: null, pricing_version: null, cost_state: 'unpriced' }),
    llmCallOf(owner, {
      outcome: 'failed',
      usage: null,
      cost_usd: null,
      pricing_version: null,
      cost_state: 'unknown',
      error_class: 'network',
    }),
  ]
  const events = [
    eventOf(owner, 'turn.started', { message_id: question.id, content_hash: sha256('x') }, { turn_id: turn.id }),
    eventOf(owner, 'turn.cancelled', { message_id: null }, { turn_id: turn.id }),
  ]
  const projections = [projectionOf(answer)]
  await store.createSession(owner, [])
  await store.commit({
    session_id: owner.id,
    turn: { type: 'start', turn, lease: { owner: 'test', ms: 60_000 } },
    messages: [...placed, ...branch],
    tool_calls: [call],
    llm_calls: calls,
    events,
    projections,
    patch: { head_id: partial.id },
  })
  return {
    owner,
    placed: [...placed, ...branch],
    turn,
    call,
    calls,
    events,
    projections,
    upload: data,
    missing: gone.data,
  }
}
