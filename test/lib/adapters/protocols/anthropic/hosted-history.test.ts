import { describe, expect, test } from 'vitest'
import type { CanonicalRequest, FailedAttempt } from '#lib/adapters/adapter.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { drain, testAdapter } from '#test/support/adapter-harness.ts'
import { BindingService, type BoundAnswer, thoughtsOf } from '#test/support/binding-service.ts'
import { assistant, canonicalRequest, user } from '#test/support/message-builder.ts'

const OPUS = 'anthropic:claude-opus-5-5'
const HAIKU = 'anthropic:claude-haiku-4-5'
const SEARCH: CanonicalRequest['hosted_tools'] = [{ tool: 'web_search', max_uses: 2 }]

const found: JsonObject = {
  type: 'web_search_result',
  url: 'https://a.test/1',
  title: 'A page',
  encrypted_content: 'EqED',
}
const citation: JsonObject = {
  type: 'web_search_result_location',
  url: 'https://a.test/1',
  title: 'A page',
  cited_text: '1995',
  encrypted_index: 'EpAB',
}
const SEARCHED: BoundAnswer = {
  content: [
    { thinks: 'I should look.' },
    { runs: 'web_search', input: { query: 'ruby' }, result: { type: 'web_search_tool_result', content: [found] } },
    { thinks: 'That is it.' },
    { text: 'In 1995.', citations: [citation] },
  ],
}

/** A conversation with the service, in which every request is judged. */
function converse(options: JsonObject = {}, service = new BindingService()) {
  const { adapter } = testAdapter({
    type: 'anthropic',
    base_url: 'https://api.anthropic.com',
    capabilities: (model) => capabilitiesOf(model),
    options,
    fetch: service.fetch,
  })
  const path: Message[] = []
  const ask = async (words: string | null, fields: Partial<CanonicalRequest> = {}, next?: BoundAnswer) => {
    const records: ProjectionRecord[] = []
    const attempts: FailedAttempt[] = []
    if (words !== null) path.push(user(words))
    if (next) service.answerNext(next)
    const { complete, error } = await drain(
      adapter.stream(
        canonicalRequest({
          model: OPUS,
          messages: path,
          max_output_tokens: 16_000,
          onProjection: (record) => records.push(record),
          onAttempt: (attempt) => attempts.push(attempt),
          ...fields,
        }),
      ),
    )
    if (error) throw error
    const { final_content = [], model, provider, provider_raw, stop_reason } = complete ?? {}
    path.push(assistant(final_content, { model, provider, provider_raw, stop_reason, status: 'complete' }))
    const body = service.bodies.at(-1) ?? {}
    return { records, attempts, tools: body.tools as JsonObject[] | undefined, turns: turnsOf(body), body }
  }
  return { ask, service, path }
}

const turnsOf = ({ messages }: JsonObject) => messages as { role: string; content: JsonObject[] }[]
const typesIn = (turn: { content: JsonObject[] } | undefined) => turn?.content.map(({ type }) => type)
const told = (records: readonly ProjectionRecord[]) =>
  records.map(({ block_type, action, reason }) => `${block_type} ${action}: ${reason}`)

const WHOLE = ['thinking', 'server_tool_use', 'web_search_tool_result', 'thinking', 'text']

describe('what a tool of Anthropic’s did, in later requests', () => {
  test('wire-rules 190, 191, 205: goes back unchanged beside its tool, which stays as it was where nobody says otherwise', async () => {
    const { ask, service } = converse()
    const first = await ask('When?', { hosted_tools: SEARCH }, SEARCHED)
    const second = await ask('And Perl?')
    expect(second.tools).toEqual(first.tools)
    expect(typesIn(second.turns[1])).toEqual(WHOLE)
    expect(second.turns[1]?.content[4]).toMatchObject({ text: 'In 1995.', citations: [citation] })
    expect(told(second.records)).toEqual([])
    expect(service.refusals).toEqual([])
    expect(service.lastDropped).toEqual([])
  })

  test('wire-rules 55, 204, 205: goes to another model as text, and comes back whole after it', async () => {
    const { ask, service } = converse()
    await ask('When?', { hosted_tools: SEARCH }, SEARCHED)
    const away = await ask('And Perl?', { model: HAIKU }, { content: [{ text: 'In 1987.' }] })
    expect(away.tools).toBeUndefined()
    expect(JSON.stringify(away.turns[1])).not.toMatch(/encrypted|server_tool_use|thinking/)
    expect(JSON.stringify(away.turns[1])).toContain('https://a.test/1')
    const back = await ask('And Lua?')
    expect(typesIn(back.turns[1])).toEqual(WHOLE)
    expect(back.tools).toMatchObject([{ type: 'web_search_20260209', name: 'web_search', max_uses: 2 }])
    expect(service.refusals).toEqual([])
    expect(service.lastDropped).toEqual([])
  })

  test('wire-rules 55, 153, 205: goes as text where the request takes its tool away, without the thoughts that stood on it, and comes back with it', async () => {
    const { ask, service } = converse()
    await ask('When?', { hosted_tools: SEARCH }, SEARCHED)
    const without = await ask('And Perl?', { hosted_tools: [] })
    expect(without.tools).toBeUndefined()
    expect(typesIn(without.turns[1])).toEqual(['text', 'text', 'text'])
    expect(thoughtsOf(without.body)).toEqual([])
    expect(told(without.records)).toEqual([
      'hosted_tools converted: web_search: the request does not offer it, and without it what it did goes as text',
      expect.stringContaining('hosted_tool converted: '),
      expect.stringContaining('citations converted: '),
      expect.stringContaining('thinking dropped: '),
      expect.stringContaining('thinking dropped: '),
    ])
    const again = await ask('And Lua?', { hosted_tools: SEARCH })
    expect(typesIn(again.turns[1])).toEqual(WHOLE)
    expect(service.refusals).toEqual([])
  })

  test('wire-rule 205: what the installation says is a word too', async () => {
    const first = converse({ hosted_tools: [{ tool: 'web_search' }] })
    await first.ask('When?', {}, SEARCHED)
    const later = converse({ hosted_tools: [] }, first.service)
    later.path.push(...first.path)
    const { tools, turns } = await later.ask('And Perl?')
    expect(tools).toBeUndefined()
    expect(typesIn(turns[1])).toEqual(['text', 'text', 'text'])
    expect(later.service.refusals).toEqual([])
  })

  test('wire-rule 191: an advisor that is no more is left out of the history', async () => {
    const advised: BoundAnswer = {
      content: [
        {
          runs: 'advisor',
          result: { type: 'advisor_tool_result', content: { type: 'advisor_result', text: 'Look twice.' } },
        },
        { text: 'Twice.' },
      ],
    }
    const { ask, service, path } = converse({
      server_tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-5-5' }],
    })
    await ask('How often?', {}, advised)
    expect(typesIn((await ask('Sure?')).turns[1])).toEqual(['server_tool_use', 'advisor_tool_result', 'text'])
    const without = converse({}, service)
    without.path.push(...path)
    expect(typesIn((await without.ask('Really?')).turns[1])).toEqual(['text', 'text'])
    expect(service.refusals).toEqual([])
  })

  test('wire-rule 191: a call that the answer paused in gets its result in the next, or is left out once somebody speaks', async () => {
    const paused: BoundAnswer = {
      content: [{ text: 'Let me look.' }, { runs: 'web_search' }],
      stop_reason: 'pause_turn',
    }
    const { ask, service, path } = converse()
    await ask('When?', { hosted_tools: SEARCH }, paused)
    const rest: BoundAnswer = {
      content: [{ result: { type: 'web_search_tool_result', content: [found] } }, { text: 'In 1995.' }],
    }
    const branch = [...path]
    expect(typesIn((await ask(null, { hosted_tools: SEARCH }, rest)).turns.at(-1))).toEqual(['text', 'server_tool_use'])
    const whole = await ask('And Perl?', { hosted_tools: SEARCH })
    expect(typesIn(whole.turns[1])).toEqual(['text', 'server_tool_use', 'web_search_tool_result', 'text'])
    expect(told(whole.records)).toEqual([])

    const stopped = await ask(null, { messages: [...branch, user('Never mind.')], hosted_tools: SEARCH })
    expect(typesIn(stopped.turns[1])).toEqual(['text'])
    expect(told(stopped.records)).toEqual([
      'server_tool_use dropped: it never got its result, and the conversation has gone on',
    ])
    expect(service.refusals).toEqual([])
  })
})

describe('what the provider refuses of its tools', () => {
  const refusing = (words: string, status = 400) => {
    const service = new BindingService()
    const bodies: JsonObject[] = []
    const { adapter } = testAdapter({
      type: 'anthropic',
      base_url: 'https://api.anthropic.com',
      capabilities: (model) => capabilitiesOf(model),
      fetch: async (url, init) => {
        const body: JsonObject = JSON.parse(String(init?.body))
        bodies.push(body)
        const isRefused = bodies.length === 1 && words !== ''
        const error = { type: status === 404 ? 'not_found_error' : 'invalid_request_error', message: words }
        return isRefused ? Response.json({ type: 'error', error }, { status }) : service.fetch(url, init)
      },
    })
    const ask = async (messages: Message[], fields: Partial<CanonicalRequest> = {}) => {
      const records: ProjectionRecord[] = []
      const onProjection = (record: ProjectionRecord) => records.push(record)
      const request = canonicalRequest({ model: OPUS, messages, max_output_tokens: 16_000, onProjection, ...fields })
      const { complete, error } = await drain(adapter.stream(request))
      return { complete, error, records }
    }
    return { ask, bodies, service }
  }

  test.each([
    "tools.0: Input tag 'web_search_20260209' found using 'type' does not match any of the expected tags: 'custom'",
    'Web search is not enabled for this organization.',
    "'claude-opus-5-5' does not support tool types: web_search_20260209",
  ])('wire-rule 188: is left out of a second request, and that is recorded: %s', async (words) => {
    const { ask, bodies, service } = refusing(words)
    const { error, records } = await ask([user('When?')], { hosted_tools: SEARCH })
    expect(error).toBeUndefined()
    expect(bodies.map(({ tools }) => tools)).toMatchObject([[{ name: 'web_search' }], undefined])
    expect(told(records)).toEqual(['hosted_tools dropped: web_search: the provider refuses it'])
    expect(service.refusals).toEqual([])
  })

  test.each([
    [404, 'container_1: Container not found.'],
    [400, 'container: Container container_1 has expired.'],
  ])(
    'wire-rule 197: a container that is gone is not named again, in this request and in later ones: %i',
    async (status, words) => {
      const { ask, bodies } = refusing(words, status)
      const made = { model: OPUS, provider: 'anthropic', status: 'complete' as const }
      const provider_raw = { format: 'anthropic.messages', container: { id: 'container_1', expires_at: 'x' } }
      const path = [user('Go'), assistant('Done', { ...made, provider_raw }), user('More')]
      const hosted_tools: CanonicalRequest['hosted_tools'] = [{ tool: 'code_execution' }]
      const { complete, records, error } = await ask(path, { hosted_tools })
      expect(error).toBeUndefined()
      expect(told(records)).toEqual(['container dropped: the provider does not have it any more'])
      path.push(
        assistant(complete?.final_content ?? [], { ...made, provider_raw: complete?.provider_raw }),
        user('So?'),
      )
      await ask(path, { hosted_tools })
      expect(bodies.map(({ container }) => container)).toEqual(['container_1', undefined, undefined])
    },
  )

  test('wire-rule 197: what is not found and is no container, or was not named, is an error at once', async () => {
    const { ask, bodies } = refusing('model: claude-opus-5-5', 404)
    expect((await ask([user('Go')])).error).toMatchObject({ error_class: 'not_found' })
    const other = refusing('container: no such container', 404)
    expect((await other.ask([user('Go')])).error).toMatchObject({ error_class: 'not_found' })
    expect([bodies.length, other.bodies.length]).toEqual([1, 1])
  })
})
