import { afterEach, describe, expect, test } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { RoutingRules, RulesConflictError } from '#lib/routing/routing-rules.ts'
import type { RuleStore, StoredRules } from '#lib/store/rule-store.ts'
import { startSessionServer } from '#test/support/session-server.ts'

const CODE = (use: string) => `rules: [{ name: code, when: { message_contains_any: [refactor] }, use: '${use}' }]\n`
/** As of a newer version, which knows more predicates. */
const NEWER = "rules: [{ name: code, when: { mood_is: cross }, use: 'demo:openai' }]\n"

function storeOf(...texts: string[]) {
  const saved: StoredRules[] = []
  const add = (text: string) =>
    saved.push({ version: saved.length + 1, text, note: '', author: 'local', created_at: '2026-11-25T00:00:00Z' })
  for (const text of texts) add(text)
  const store: RuleStore = {
    latest: async () => saved.at(-1) ?? null,
    version: async (version) => saved[version - 1] ?? null,
    list: async () => [...saved].reverse(),
    async add({ text }, basedOn) {
      if (basedOn !== saved.length) return null
      add(text)
      return saved.at(-1) ?? null
    },
  }
  return { store, add }
}

const open: RoutingRules[] = []
afterEach(() => {
  for (const rules of open.splice(0)) rules.close()
})
async function opened(store: RuleStore, known = ['demo:anthropic', 'demo:openai']) {
  const log = memoryLogger()
  const rules = await RoutingRules.open({
    store,
    models: {
      find: (name) => (known.includes(name) ? ({ id: name } as never) : undefined),
      named: (name) => ({ id: name }) as never,
      nearMatches: () => [],
    },
    clock: () => 0,
    log,
    costToday: async () => '0',
    teamBudgetLeft: async () => null,
  })
  open.push(rules)
  return { rules, log }
}
const modelOf = async (rules: RoutingRules) => {
  const { set, problem } = await rules.forTurn(LOCAL_OWNER)
  return { names: ['demo:anthropic', 'demo:openai'].filter((id) => set.namesFor(id).length > 0), problem }
}

describe('a text of rules that cannot be read any more', () => {
  const PROBLEM = expect.stringMatching(/^line 1: rule 1 \(code\), when\.mood_is is no setting that there is/)

  test('leaves those before it in force, after a start as well, and says so', async () => {
    const { rules, log } = await opened(storeOf(CODE('demo:anthropic'), CODE('demo:openai'), NEWER, NEWER).store)
    expect(await modelOf(rules)).toEqual({ names: ['demo:openai'], problem: PROBLEM })
    expect(rules.current()).toMatchObject({ version: 4, text: NEWER, problem: PROBLEM })
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { problem: PROBLEM } }])
  })

  test('leaves no rules in force where it was the first', async () => {
    const { rules } = await opened(storeOf(NEWER).store)
    expect(await modelOf(rules)).toEqual({ names: [], problem: PROBLEM })
  })

  test('is over once others are saved', async () => {
    const { store } = storeOf(NEWER)
    const { rules } = await opened(store)
    await rules.save(LOCAL_OWNER, { text: CODE('demo:openai'), note: '', based_on: 1 })
    expect(await modelOf(rules)).toEqual({ names: ['demo:openai'], problem: null })
  })

  test('is an event of each turn that is decided without it', async () => {
    const { rules } = await opened(storeOf(CODE('demo:openai'), NEWER).store)
    const server = await startSessionServer({ rules })
    try {
      const id = await server.sessions.create({})
      await server.say(id, 'Refactor this')
      const events = await server.store.events(id)
      expect(events.slice(0, 4).map(({ type }) => type)).toEqual([
        'session.created',
        'turn.started',
        'routing.policy_invalid',
        'route.decided',
      ])
      expect(events[2]?.payload).toEqual({ problem: PROBLEM })
      expect(events[3]?.payload).toMatchObject({ chosen_model: 'demo:openai', mode: 'rule' })
    } finally {
      await server.close()
    }
  })
})

test('rules hold on where a model of theirs has gone, and another server’s are not overwritten', async () => {
  const { store, add } = storeOf(CODE('demo:openai'))
  const { rules } = await opened(store, [])
  expect(await modelOf(rules)).toEqual({ names: ['demo:openai'], problem: null })
  add(CODE('demo:anthropic'))
  await expect(rules.save(LOCAL_OWNER, { text: '', note: '', based_on: 1 })).rejects.toThrow(new RulesConflictError(2))
})
