import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as one from '#app/api/admin/routing/[version]/route.ts'
import * as all from '#app/api/admin/routing/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { temporaryFolder } from '#test/support/database.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let metis: Installation

const open = () =>
  openInstallation(readEnv({ METIS_DATA_DIR: folder.path, METIS_LOG_LEVEL: 'error' }), { checksContract: true })
const serve = (given: Installation | undefined) =>
  Object.assign(globalThis, { metisServer: given && Promise.resolve({ ...given, version: 'test' }) })

beforeAll(async () => {
  folder = await temporaryFolder()
  metis = await open()
  serve(metis)
})
afterAll(async () => {
  serve(undefined)
  await metis.close()
  await folder[Symbol.asyncDispose]()
})

const read = async () => (await askRoute(all.GET, 'GET')).body
/** As a text, which is no JSON. */
async function save(text: string, query: Record<string, string> = {}) {
  const request = new Request(`http://localhost/?${new URLSearchParams(query)}`, {
    method: 'PUT',
    headers: { host: 'localhost', 'content-type': 'application/yaml' },
    body: text,
  })
  const response = await all.PUT(request, { params: Promise.resolve({}) })
  return { status: response.status, body: await response.json() }
}
const ofVersion = (version: string) => askRoute(one.GET, 'GET', { params: { version } })

/** How the model of a message is chosen, in a chat with these fields. */
async function routed(
  message: string,
  { folder = null, ...created }: { active_model?: string; folder?: string | null } = {},
) {
  const id = await metis.sessions.create(LOCAL_OWNER, created)
  if (folder !== null) await metis.sessions.change(LOCAL_OWNER, id, { folder })
  const { turn_id } = await metis.turns.start(LOCAL_OWNER, id, { content: [{ type: 'text', text: message }] })
  const [decided] = await metis.store.events(id, { turn_id, types: ['route.decided'] })
  if (decided?.type !== 'route.decided') throw new Error('nothing was decided')
  return decided.payload
}

const RULES = `rules:
  - name: to-the-other
    when: { message_contains_any: [refactor] }
    use: demo:openai
folders:
  - { match: 'Work*', use: demo:openai }
`

describe('routing rules', () => {
  test('are none at first', async () => {
    expect(await read()).toEqual({ rules: '', version: 0, hints: [], problem: null, history: [], next: null })
    expect(await ofVersion('1')).toMatchObject({ status: 404 })
    expect(await ofVersion('one')).toMatchObject({ status: 404 })
    expect(await routed('Refactor this')).toMatchObject({ mode: 'default', chosen_model: 'demo:anthropic' })
  })

  test('that are at fault are refused with every line, and nothing of them is stored', async () => {
    const answer = await save('rules:\n  - name: A\n    when: often\n    use: demo:gone\n')
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'invalid_rules', details: { line: 2 } } } })
    expect(answer.body.error.details.faults.map(({ line }: { line: number }) => line)).toEqual([2, 3])
    expect((await read()).version).toBe(0)
  })

  test('hold from the next turn on, and the answer says which rule it was', async () => {
    expect(await save(RULES, { note: 'code to the other one', based_on: '0' })).toMatchObject({
      status: 200,
      body: { version: 1, hints: [] },
    })
    const { chain, ...decided } = await routed('Please refactor this')
    expect(decided).toMatchObject({
      mode: 'rule',
      chosen_model: 'demo:openai',
      reason: 'rule to-the-other',
    })
    expect(chain).toContainEqual({
      policy: 'rule',
      verdict: 'chose',
      model: 'demo:openai',
      reason: 'rule to-the-other',
    })
    expect(await routed('Hello')).toMatchObject({ mode: 'default', chosen_model: 'demo:anthropic' })
  })

  test('give way to a model that was asked for', async () => {
    expect(await routed('Refactor', { active_model: 'demo:anthropic' })).toMatchObject({ mode: 'manual' })
    expect(await routed('@demo Refactor')).toMatchObject({ mode: 'override', chosen_model: 'demo:anthropic' })
  })

  test('name what chats of a folder begin with', async () => {
    const { chain, ...decided } = await routed('Hello', { folder: 'Work/Metis' })
    expect(decided).toMatchObject({ mode: 'default', chosen_model: 'demo:openai' })
    expect(chain).toContainEqual(expect.objectContaining({ policy: 'workspace_default', verdict: 'chose' }))
    expect(chain).toContainEqual(expect.objectContaining({ policy: 'global_default', verdict: 'deferred' }))
  })

  test('are refused where others were saved since, and go back to what they were', async () => {
    expect(await save('rules: []\n', { based_on: '0' })).toMatchObject({
      status: 409,
      body: { error: { code: 'rules_conflict', details: { version: 1 } } },
    })
    expect(await save('# nothing\n', { based_on: '1' })).toMatchObject({ body: { version: 2 } })
    expect(await routed('Refactor')).toMatchObject({ mode: 'default' })
    const { body: first } = await ofVersion('1')
    expect(first).toMatchObject({ rules: RULES, note: 'code to the other one', author: 'local' })
    expect(await save(first.rules, { note: 'back to 1' })).toMatchObject({ body: { version: 3 } })
    expect(await routed('Refactor')).toMatchObject({ mode: 'rule', reason: 'rule to-the-other' })
    expect((await read()).history.map(({ note }: { note: string }) => note)).toEqual([
      'back to 1',
      '',
      'code to the other one',
    ])
  })

  test('hold after a start as well', async () => {
    await metis.close()
    metis = await open()
    serve(metis)
    expect(await read()).toMatchObject({ rules: RULES, version: 3 })
    expect(await routed('Refactor')).toMatchObject({ mode: 'rule', reason: 'rule to-the-other' })
  })

  test('with aliases hold as they were saved', async () => {
    await save(`aliases: { other: demo:openai, alike: other }\n${RULES.replace('use: demo:openai', 'use: alike')}`)
    expect(await read()).toMatchObject({ problem: null, hints: [] })
    expect(await routed('Refactor')).toMatchObject({ mode: 'rule', chosen_model: 'demo:openai' })
  })

  test('count what was spent today, which a budget need not be there for', async () => {
    const spent = (bound: string) =>
      save(`rules: [{ name: spent, when: { cost_today_exceeds_usd: ${bound} }, use: 'demo:openai' }]\n`)
    await spent('1000')
    expect(await routed('Hello')).toMatchObject({ mode: 'default' })
    await metis.turns.idle()
    await spent("'0.000001'")
    expect(await routed('Hello')).toMatchObject({ mode: 'rule', reason: 'rule spent' })
  })
})
