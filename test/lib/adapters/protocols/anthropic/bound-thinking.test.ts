import { describe, expect, test } from 'vitest'
import type { CanonicalRequest, FailedAttempt } from '#lib/adapters/adapter.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { answering, drain, testAdapter } from '#test/support/adapter-harness.ts'
import { BindingService, thoughtsOf } from '#test/support/binding-service.ts'
import { assistant, canonicalRequest, user } from '#test/support/message-builder.ts'

const OPUS = 'anthropic:claude-opus-5-5'
const HOME = 'https://api.anthropic.com'

/** A conversation of one model with the service, in which each answer is a thought and a word. */
function converse({ model = OPUS, base_url = HOME, options = {}, fetch: own = null as typeof fetch | null } = {}) {
  const service = new BindingService({ isGateway: base_url !== HOME })
  const headers: (string | null)[] = []
  const { adapter } = testAdapter({
    type: 'anthropic',
    base_url,
    options,
    fetch: (url, init) => {
      headers.push(new Headers(init?.headers).get('anthropic-beta'))
      return (own ?? service.fetch)(url, init)
    },
  })
  const ask = async (messages: Message[], fields: Partial<CanonicalRequest> = {}) => {
    const records: ProjectionRecord[] = []
    const attempts: FailedAttempt[] = []
    service.answerNext({ content: [{ thinks: `thought ${messages.length}` }, { text: 'Yes.' }] })
    const { complete, error } = await drain(
      adapter.stream(
        canonicalRequest({
          model,
          messages,
          max_output_tokens: 16_000,
          system_prompt: 'Be brief.',
          onProjection: (record) => records.push(record),
          onAttempt: (attempt) => attempts.push(attempt),
          ...fields,
        }),
      ),
    )
    const { final_content = [], provider, provider_raw } = complete ?? {}
    const message = assistant(final_content, { model, provider, provider_raw, status: 'complete' })
    return {
      message,
      records,
      attempts,
      error,
      body: service.bodies.at(-1) ?? {},
      sent: thoughtsOf(service.bodies.at(-1) ?? {}),
    }
  }
  return { ask, service, headers }
}

const ROADS = [HOME, 'http://127.0.0.1:1']

test.each(ROADS)(
  'wire-rules 153, 154, 156: a system prompt that changes and changes back takes the thoughts away and brings them again (%s)',
  async (base_url) => {
    const { ask, service } = converse({ base_url })
    const path = [user('One')]
    path.push((await ask(path)).message, user('Two'))
    path.push((await ask(path)).message, user('Three'))
    const other = await ask(path, { system_prompt: 'Be kind.' })
    const lost = path.filter(({ role }) => role === 'assistant').map(({ id }) => id)
    expect(other.records.map(({ message_id, block_type, action }) => [message_id, block_type, action])).toEqual(
      lost.map((id) => [id, 'thinking', 'dropped']),
    )
    path.push(other.message, user('Four'))
    const same = await ask(path, { system_prompt: 'Be kind.' })
    expect(same.sent).toContain('thought 5')
    const back = await ask(path)
    expect(back.sent).toEqual(expect.arrayContaining(['thought 1', 'thought 3']))
    expect(service.refusals).toEqual([])
  },
)

describe('the controls', () => {
  const BETA = 'thinking-binding-controls-2026-08-01'
  const sentBy = async (model: string, base_url: string, fields: Partial<CanonicalRequest> = {}, options = {}) => {
    const { ask, headers } = converse({ model, base_url, options })
    const { body } = await ask([user('Go')], fields)
    return { beta: headers[0], thinking: body.thinking }
  }
  const binding = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }

  test.each(['claude-fable-5-1', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'])(
    'wire-rules 154, 158: go with every request to %s, which shows what it thinks',
    async (name) => {
      expect(await sentBy(`anthropic:${name}`, HOME)).toEqual({
        beta: BETA,
        thinking: { type: 'adaptive', display: 'summarized', ...binding },
      })
    },
  )

  test('wire-rules 154, 155: go to no model that does not bind, and to no other host', async () => {
    expect(await sentBy('anthropic:claude-opus-5', HOME)).toEqual({
      beta: null,
      thinking: { type: 'adaptive', display: 'summarized' },
    })
    expect(await sentBy(OPUS, 'http://127.0.0.1:1')).toEqual({
      beta: null,
      thinking: { type: 'adaptive', display: 'summarized' },
    })
  })

  test('wire-rule 154: join the betas that the installation asks for', async () => {
    expect((await sentBy(OPUS, HOME, {}, { anthropic_beta: ['files-api-2025-04-14'] })).beta).toBe(
      `files-api-2025-04-14,${BETA}`,
    )
  })

  test.each([
    'thinking.adaptive.block_binding: Extra inputs are not permitted',
    'Unexpected value(s) `thinking-binding-controls-2026-08-01` for the `anthropic-beta` header.',
  ])(
    'wire-rule 154: are left away where they are refused, and what does not fit is left out here: %s',
    async (words) => {
      const first = converse({ base_url: 'http://127.0.0.1:1' })
      const path = [user('One')]
      path.push((await first.ask(path)).message, user('Two'))
      const { ask, headers } = converse({
        fetch: async (url, init) => {
          if (!new Headers(init?.headers).has('anthropic-beta')) return first.service.fetch(url, init)
          return Response.json(
            { type: 'error', error: { type: 'invalid_request_error', message: words } },
            { status: 400 },
          )
        },
      })
      const { error, records, attempts } = await ask(path, { system_prompt: 'Be kind.' })
      expect(error).toBeUndefined()
      expect(headers).toEqual([BETA, null])
      expect(attempts).toHaveLength(1)
      expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped', message_id: path[1]?.id }])
      expect(first.service.bodies.map(thoughtsOf)).toEqual([[], []])
      expect(first.service.refusals).toEqual([])
    },
  )

  test('wire-rules 154, 160: are for the adaptive mode; with thinking off a thought that does not fit is left out', async () => {
    const { ask, service } = converse({ model: 'anthropic:claude-haiku-5-5' })
    const path = [user('One')]
    path.push((await ask(path)).message, user('Two'))
    const kept = await ask(path, { reasoning_effort: 'none' })
    expect(kept.body.thinking).toEqual({ type: 'disabled' })
    expect(kept.sent).toEqual(['thought 1'])
    const changed = await ask(path, { reasoning_effort: 'none', system_prompt: null })
    expect(changed.sent).toEqual([])
    expect(changed.records).toMatchObject([{ block_type: 'thinking', action: 'dropped', message_id: path[1]?.id }])
    expect(service.refusals).toEqual([])
  })
})

test('wire-rule 154: what the answer says was left out is recorded, also from a stream, and other entries are passed over', async () => {
  const told = [
    { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'organization_binding_mismatch' },
    { type: 'thinking_dropped', path: 'messages.9.content.0', reason: 'a newer one' },
    { type: 'thinking_mismatch_allowed', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' },
  ]
  const events: JsonObject[] = [
    {
      type: 'message_start',
      message: { id: 'msg_1', model: 'claude-opus-5-5', content: [], input_transformations: told },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Yes.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
  const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const first = converse()
  const path = [user('One')]
  path.push((await first.ask(path)).message, user('Two'))
  const { ask } = converse({ fetch: answering(stream) })
  const { records, message } = await ask(path)
  expect(records.map(({ message_id, reason }) => [message_id, reason])).toEqual([
    [path[1]?.id, 'left out by the provider: it was made for another account'],
    ['', 'left out by the provider: a newer one'],
  ])
  expect(message.metadata.provider_raw).not.toHaveProperty('input_transformations')
})

describe('a host that binds although nobody knew', () => {
  const unknown = { base_url: 'http://127.0.0.1:1', options: { binds_thinking: false } }

  test('wire-rules 153, 154: its refusal is mended once, and the thoughts stay away for ever, so that later ones hold', async () => {
    const { ask, service } = converse(unknown)
    const path = [user('One')]
    path.push((await ask(path)).message, user('Two'))
    const changed = { system_prompt: 'Be kind.' }
    const mended = await ask(path, changed)
    expect(mended.error).toBeUndefined()
    expect(mended.attempts).toEqual([{ attempt: 1, error_class: 'invalid_request', provider_status: 400, delay_ms: 0 }])
    expect(mended.sent).toEqual([])
    expect(mended.records).toMatchObject([{ block_type: 'thinking', action: 'dropped', message_id: path[1]?.id }])
    expect(mended.message.metadata.provider_raw).toMatchObject({ thinking_left_out_from: path[1]?.id })

    path.push(mended.message, user('Three'))
    const later = await ask(path, changed)
    expect(later.attempts).toEqual([])
    expect(later.sent).toEqual(['thought 3'])
    expect(service.refusals).toHaveLength(1)
    // Another branch, which that answer is no part of.
    expect((await ask([...path.slice(0, 2), user('Instead')])).sent).toEqual(['thought 1'])
  })

  test.each([
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    'messages.1.content.0: Invalid `signature` in `thinking` block',
    'Invalid `signature` in `redacted_thinking` block',
  ])('wire-rules 153, 157: %s', async (words) => {
    const bodies: JsonObject[] = []
    const taken = converse(unknown)
    const path = [user('One')]
    path.push((await taken.ask(path)).message, user('Two'))
    const { ask } = converse({
      ...unknown,
      fetch: async (url, init) => {
        bodies.push(JSON.parse(String(init?.body)))
        if (bodies.length > 1) return taken.service.fetch(url, init)
        return Response.json(
          { type: 'error', error: { type: 'invalid_request_error', message: words } },
          { status: 400 },
        )
      },
    })
    expect((await ask(path)).error).toBeUndefined()
    expect(bodies.map(thoughtsOf)).toEqual([['thought 1'], []])
  })

  test('wire-rules 110, 153: what is refused again, or has no thoughts to leave out, is an error at once', async () => {
    const words = 'messages.1.content.0: Invalid `signature` in `thinking` block'
    let requests = 0
    const refusing: typeof fetch = async () => {
      requests += 1
      return Response.json({ type: 'error', error: { type: 'invalid_request_error', message: words } }, { status: 400 })
    }
    const path = [user('One')]
    path.push((await converse(unknown).ask(path)).message, user('Two'))
    const { ask } = converse({ ...unknown, fetch: refusing })
    expect((await ask(path)).error).toMatchObject({ error_class: 'invalid_request' })
    expect(requests).toBe(2)
    expect((await ask([user('One')])).error).toMatchObject({ error_class: 'invalid_request' })
    expect(requests).toBe(3)
  })

  test('wire-rule 154: a critical message is not sent without its thoughts', async () => {
    const { ask } = converse(unknown)
    const path = [user('One')]
    const { message } = await ask(path)
    path.push({ ...message, metadata: { ...message.metadata, critical: true } }, user('Two'))
    expect((await ask(path, { system_prompt: null })).error).toMatchObject({
      message: expect.stringContaining('critical'),
    })
  })
})

test('wire-rules 132, 153: what is said for the user behind an answer that stopped stays there, so that the next thought holds', async () => {
  const { ask, service } = converse({ base_url: 'http://127.0.0.1:1' })
  const paused = assistant('Let me look', { model: OPUS, provider: 'anthropic', stop_reason: 'pause_turn' })
  const path = [user('One'), paused]
  path.push((await ask(path)).message, user('Two'))
  const { sent, body } = await ask(path)
  expect(sent).toEqual(['thought 2'])
  expect(body.messages).toMatchObject([{}, {}, { content: [{ text: 'Go on.' }] }, { role: 'assistant' }, {}])
  expect(service.refusals).toEqual([])
})

test('wire-rules 128, 129, 163, 214, 221: effort, choice of a tool and limits change nothing that a thought stands on', async () => {
  const { ask } = converse()
  const tools = [{ name: 'add', description: '', input_schema: { type: 'object' }, side_effects: 'none' as const }]
  const path = [user('One')]
  path.push((await ask(path, { tools })).message, user('Two'))
  const grounds = new Set<string>()
  for (const fields of [
    {},
    { reasoning_effort: 'low' as const },
    { reasoning_effort: 'max' as const },
    { tool_choice: 'none' as const },
    { tool_choice: 'required' as const },
    { tool_choice: { name: 'add' } },
    { max_output_tokens: 8_000, stop_sequences: ['END'], temperature: 0.5 },
  ]) {
    const { system, tools: declared, messages } = (await ask(path, { tools, ...fields })).body
    grounds.add(JSON.stringify({ system, declared, messages }))
  }
  expect(grounds.size).toBe(1)
})

test('wire-rule 164: a budget is sent without a beta, between the least there is and the room for the answer', async () => {
  for (const max_output_tokens of [1_500, 16_000]) {
    const { ask, headers } = converse({ model: 'anthropic:claude-sonnet-4-5' })
    const { body } = await ask([user('Go')], { reasoning_effort: 'high', max_output_tokens })
    const { budget_tokens } = body.thinking as { budget_tokens: number }
    expect(budget_tokens).toBeGreaterThanOrEqual(1_024)
    expect(budget_tokens).toBeLessThan(max_output_tokens)
    expect(headers).toEqual([null])
  }
})
