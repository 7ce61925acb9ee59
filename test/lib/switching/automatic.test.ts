import { afterEach, describe, expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { RoutingRules } from '#lib/routing/routing-rules.ts'
import type { Rule, RuleFile } from '#lib/routing/rules/rule-file.ts'
import { RuleSet } from '#lib/routing/rules/rule-set.ts'
import { STAY } from '#lib/routing/swap.ts'
import type { NewSession } from '#lib/session/sessions.ts'
import { NoModelError } from '#lib/turn/turn-error.ts'
import { picture } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const STANDARD = 'demo:anthropic'

function ruled(file: Partial<RuleFile>): Pick<RoutingRules, 'forTurn'> {
  const set = new RuleSet({ time_zone: 'UTC', ...file }, (name) => name)
  const looked = { now: 0, cost_today_usd: null, team_budget_remaining_usd: null }
  return { forTurn: async () => ({ set, looked, problem: null }) }
}

const CODE: Rule = { name: 'code', when: { message_contains_any: ['function'] }, use: 'demo:openai' }
const PICTURES: Rule = { name: 'pictures', when: { has_images: true }, use: 'demo:responses' }
const FOLDERS = [{ match: 'Work/*', use: 'demo:ollama' }]
const RULES: Partial<RuleFile> = { rules: [CODE, PICTURES], folders: FOLDERS }

/** A chat of a model that somebody chose, where then nobody chooses any more. */
async function chat(fields: NewSession = {}, withPicture = false): Promise<string> {
  const id = await server.sessions.create({ active_model: 'demo:openrouter', ...fields })
  await server.say(id, 'hello')
  if (withPicture) {
    const data = (await picture().png().toBuffer()).toString('base64')
    const image = { type: 'image' as const, source: { kind: 'base64' as const, data }, media_type: 'image/png' }
    await server.turns.start(id, { content: [{ type: 'text', text: 'What is it?' }, image], model: STANDARD })
    await server.turns.idle(id)
  }
  return id
}

const previewOf = (id: string, text = '') => server.parts.switchPreviews.of(LOCAL_OWNER, id, null, text)

describe('where nobody chooses a model, the preview is of the one that then answers', () => {
  test.each([
    ['the default one', {}, false, 'hello', STANDARD, { policy: 'global_default', name: null }],
    [
      'that of its folder',
      { folder: 'Work/Fish' },
      false,
      'hello',
      'demo:ollama',
      { policy: 'workspace_default', name: 'Work/Fish' },
    ],
    ['that of a rule about what is written', {}, false, 'a function', 'demo:openai', { policy: 'rule', name: 'code' }],
    [
      'that of a rule before its folder',
      { folder: 'Work/Fish' },
      false,
      'a function',
      'demo:openai',
      { policy: 'rule', name: 'code' },
    ],
    ['that of a rule about what was said', {}, true, 'hello', 'demo:responses', { policy: 'rule', name: 'pictures' }],
  ] as const)('%s', async (_, fields, withPicture, text, model, why) => {
    server = await startSessionServer({ rules: ruled(RULES) })
    const id = await chat(fields, withPicture)
    const found = await previewOf(id, text)
    expect(found).toMatchObject({ model, present: 'demo:openrouter', refusal: null, automatic: { model, ...why } })
    // It is the same preview as of that model by its name.
    const named = await server.parts.switchPreviews.of(LOCAL_OWNER, id, model)
    expect({ ...found, automatic: null }).toEqual(named)

    await server.sessions.change(id, { active_model: null })
    await server.say(id, text)
    const answer = (await server.store.path(id)).at(-1)
    expect(answer?.metadata.routing?.chosen_model).toBe(model)
    const [decided] = await server.store.events(id, {
      turn_id: answer?.metadata.turn_id ?? '',
      types: ['route.decided'],
    })
    const chain = decided?.type === 'route.decided' ? decided.payload.chain : []
    expect(found?.automatic?.chain.filter(({ verdict }) => verdict === 'chose')).toEqual(
      chain.filter(({ verdict }) => verdict === 'chose'),
    )
  })

  test('by a message that names a model it is the one that the chat would have', async () => {
    server = await startSessionServer({ rules: ruled(RULES) })
    const id = await chat({ folder: 'Work/Fish' })
    expect((await previewOf(id, '@demo:responses hello'))?.model).toBe('demo:ollama')
    expect((await previewOf(id, '@demo:responses a function'))?.model).toBe('demo:openai')
    expect((await previewOf(id, '@demo:opnai a function'))?.model).toBe('demo:ollama')
  })

  test('which rules pass over is said, with the model that stands in', async () => {
    server = await startSessionServer({ rules: ruled({ folders: [{ match: '*', use: 'demo:ollama' }] }) })
    const id = await chat({ folder: 'Work' }, true)
    const found = await previewOf(id)
    expect(found).toMatchObject({ model: STANDARD, automatic: { policy: 'global_default', depends_on_text: false } })
    expect(found?.automatic?.chain).toContainEqual(
      expect.objectContaining({ model: 'demo:ollama', verdict: 'rejected', rejection: 'no_vision_support' }),
    )
  })

  test('that another message could go elsewhere is said where a rule asks about it, and only then', async () => {
    const always: Rule = { name: 'always', when: { has_tool_calls_in_history: false }, use: 'demo:responses' }
    const cases: [Rule[], boolean][] = [
      [[CODE], true],
      [[always], false],
      // Behind one that holds whatever is written nothing is asked any more.
      [[always, CODE], false],
      [[CODE, always], true],
    ]
    for (const [rules, depends_on_text] of cases) {
      server = await startSessionServer({ rules: ruled({ rules }) })
      expect((await previewOf(await chat()))?.automatic).toMatchObject({ depends_on_text })
      await server.close()
    }
    server = await startSessionServer()
    expect((await previewOf(await chat()))?.automatic).toMatchObject({ depends_on_text: false })
  })

  test('where none can take it, it is of the first that was tried, with why and the ways on', async () => {
    server = await startSessionServer({ preferred: 'demo:ollama' })
    const id = await chat({}, true)
    expect(await previewOf(id)).toMatchObject({
      model: 'demo:ollama',
      automatic: { policy: null, reason: expect.stringContaining('holds pictures and it takes none') },
      refusal: { options: [{ id: 'leave_out' }, { id: 'describe' }, { id: 'stay' }] },
    })
  })

  test('where what speaks against it is neither pictures nor length, the way on is to stay', async () => {
    const demo = createDemoFetch({ delay: async () => {} })
    const asksToWait: typeof fetch = async (input, init) =>
      String(input).endsWith('/v1/messages')
        ? Response.json(
            { error: { type: 'rate_limit_error', message: 'wait' } },
            { status: 429, headers: { 'retry-after': '600' } },
          )
        : demo(input, init)
    server = await startSessionServer({ fetch: asksToWait, adapter: { max_retries: 0 } })
    const id = await chat()
    await server.say(id, 'hello', { model: STANDARD })
    const found = await previewOf(id)
    expect(found?.automatic).toMatchObject({
      model: STANDARD,
      policy: null,
      reason: expect.stringContaining('unavailable since'),
    })
    expect(found?.refusal).toEqual({ reason: found?.automatic?.reason, options: [STAY] })
  })

  test('a chain that comes to no model at all is refused with its reason', async () => {
    server = await startSessionServer({ preferred: 'demo:gone' })
    await expect(previewOf(await chat())).rejects.toThrow(NoModelError)
  })
})

describe('a chat where nobody chose', () => {
  test('is compared with what would really answer', async () => {
    server = await startSessionServer({ rules: ruled(RULES) })
    const id = await chat({ folder: 'Work/Fish' })
    await server.sessions.change(id, { active_model: null })
    const found = await server.parts.switchPreviews.of(LOCAL_OWNER, id, 'demo:openai')
    expect(found).toMatchObject({ model: 'demo:openai', present: 'demo:ollama', automatic: null })
    const there = await server.parts.switchPreviews.of(LOCAL_OWNER, id, 'demo:ollama')
    expect(found?.next_message_usd.now).toBe(there?.next_message_usd.then ?? 'nothing')
  })

  test('has among the marks of the models which one that is, and why', async () => {
    server = await startSessionServer({ rules: ruled(RULES) })
    const id = await chat({ folder: 'Work/Fish' })
    const found = await server.parts.portabilities.of(LOCAL_OWNER, id)
    expect(found?.automatic).toMatchObject({
      model: 'demo:ollama',
      policy: 'workspace_default',
      name: 'Work/Fish',
      depends_on_text: true,
    })
  })

  test('has its pictures described by that model, as the preview said', async () => {
    server = await startSessionServer({ rules: ruled({ folders: [{ match: '*', use: 'demo:responses' }] }) })
    const id = await chat({ folder: 'Work' }, true)
    await server.sessions.change(id, { active_model: null })
    const found = await server.parts.switchPreviews.of(LOCAL_OWNER, id, 'demo:ollama')
    expect(found?.refusal?.options).toContainEqual(expect.objectContaining({ id: 'describe', model: 'demo:responses' }))
    await server.sessions.change(id, { active_model: 'demo:ollama', resolution: 'describe' })
    expect((await server.store.llmCalls(id)).at(-1)).toMatchObject({ model_asked: 'demo:responses', turn_id: null })
  })
})
