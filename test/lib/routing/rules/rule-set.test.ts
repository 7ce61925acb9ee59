import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRules } from '#lib/routing/rules/read-rules.ts'
import type { TurnFacts } from '#lib/routing/rules/turn-facts.ts'

const models = { resolve: (name: string) => (name.includes(':') ? name : undefined), nearMatches: () => [] }
const rulesOf = (text: string) => {
  const read = readRules(text, models)
  if (!read.ok) throw new Error(read.faults.map(({ problem }) => problem).join('; '))
  return read.rules
}
const at = (time: string) => Date.parse(time) * 1_000
const facts = (fields: Partial<TurnFacts> = {}): TurnFacts => ({
  message: 'Refactor the parser, please',
  estimated_input_tokens: 1_000,
  has_images: false,
  has_tool_calls_in_history: false,
  file_extensions: new Set(['ts']),
  folder: 'Work/Metis',
  side_effects: new Set(['read']),
  now: at('2026-11-23T12:00:00Z'),
  cost_today_usd: '1.5',
  team_budget_remaining_usd: '4',
  ...fields,
})
const holds = (when: string, about: Partial<TurnFacts> = {}, zone = 'UTC') =>
  rulesOf(`time_zone: ${zone}\nrules: [{ name: it, when: ${when}, use: 'a:b' }]`).match(facts(about)) !== null

describe('a predicate', () => {
  test.each<[string, boolean, Partial<TurnFacts>?]>([
    ['{}', true],
    ["{ message_matches: '(?i)refactor' }", true],
    ["{ message_matches: '^parser' }", false],
    ["{ message_matches: 'end$' }", true, { message: `${'x'.repeat(10_000)} end` }],
    ['{ message_matches: middle }', false, { message: `${'x'.repeat(2_000)}middle${'x'.repeat(2_000)}` }],
    ["{ message_matches: 'ab' }", false, { message: `${'x'.repeat(999)}a${'x'.repeat(9_000)}b${'x'.repeat(999)}` }],
    ['{ message_contains_any: [PARSER, lexer] }', true],
    ['{ message_contains_any: [STRASSE] }', false, { message: 'straße' }],
    ['{ message_contains_any: [é] }', true, { message: 'cafe\u0301' }],
    ['{ estimated_input_tokens_gt: 999 }', true],
    ['{ estimated_input_tokens_gt: 1000 }', false],
    ['{ estimated_input_tokens_lt: 1001 }', true],
    ['{ estimated_input_tokens_lt: 1000 }', false],
    ['{ has_images: false }', true],
    ['{ has_images: true }', true, { has_images: true }],
    ['{ has_tool_calls_in_history: true }', false],
    ['{ file_extensions_in_context: [.TS, py] }', true],
    ['{ file_extensions_in_context: [py] }', false],
    ["{ workspace_path_matches: 'work/*' }", true],
    ["{ workspace_path_matches: 'Work' }", false],
    ["{ workspace_path_matches: '*.(x' }", true, { folder: 'a+b.(x' }],
    ["{ workspace_path_matches: '*' }", false, { folder: null }],
    ['{ cost_today_exceeds_usd: 1.5 }', false],
    ["{ cost_today_exceeds_usd: '1.499999999999' }", true],
    ['{ cost_today_exceeds_usd: 0 }', false, { cost_today_usd: '0' }],
    ['{ cost_today_exceeds_usd: 0 }', false, { cost_today_usd: null }],
    ['{ team_budget_remaining_lt: 4 }', false],
    ['{ team_budget_remaining_lt: 4.01 }', true],
    ['{ team_budget_remaining_lt: 0 }', true, { team_budget_remaining_usd: '-0.01' }],
    ['{ team_budget_remaining_lt: 5 }', false, { team_budget_remaining_usd: null }],
    ['{ tool_side_effects_include: [write, read] }', true],
    ['{ tool_side_effects_include: [execute] }', false],
    ['{ has_images: false, message_matches: nothing }', false],
    ['{ any_of: [{ has_images: true }, { message_matches: parser }] }', true],
    ['{ all_of: [{ has_images: true }, { message_matches: parser }] }', false],
    ['{ not: { has_images: true } }', true],
    ['{ not: {} }', false],
  ])('%s is %s', (when, expected, about = {}) => {
    expect(holds(when, about)).toBe(expected)
  })
})

describe('the time of day', () => {
  const night = "{ time_of_day_between: ['22:00', '06:00'] }"

  test.each([
    ['21:59:59', false],
    ['22:00:00', true],
    ['23:59:59', true],
    ['00:00:00', true],
    ['05:59:59', true],
    ['06:00:00', false],
  ])('over midnight: at %s it is %s', (time, expected) => {
    expect(holds(night, { now: at(`2026-11-23T${time}Z`) })).toBe(expected)
  })

  test.each([
    // Berlin puts the clocks forward from 2 to 3 at 01:00 UTC: there is no half past two.
    ["['02:00', '03:00']", '2026-03-29T00:59:00Z', false],
    ["['02:00', '03:00']", '2026-03-29T01:00:00Z', false],
    ["['03:00', '04:00']", '2026-03-29T01:00:00Z', true],
    // And back from 3 to 2 at 01:00 UTC: half past two comes twice.
    ["['02:00', '03:00']", '2026-10-25T00:30:00Z', true],
    ["['02:00', '03:00']", '2026-10-25T01:30:00Z', true],
    ["['02:00', '03:00']", '2026-10-25T02:00:00Z', false],
  ])('is that of the clocks on the wall: %s at %s is %s', (span, time, expected) => {
    expect(holds(`{ time_of_day_between: ${span} }`, { now: at(time) }, 'Europe/Berlin')).toBe(expected)
  })
})

describe('rules', () => {
  const rules = rulesOf(`
aliases: { quick: small, small: 'home:small' }
folders:
  - { match: Work/Secret, use: 'home:private' }
  - { match: Work/*, use: 'cloud:work' }
rules:
  - { name: pictures, when: { has_images: true }, use: 'cloud:vision' }
  - { name: short, when: { estimated_input_tokens_lt: 5000 }, use: quick }
`)

  test('are asked in their order, and aliases are followed to a model', () => {
    expect(rules.match(facts({ has_images: true }))).toEqual({ name: 'pictures', model: 'cloud:vision' })
    expect(rules.match(facts())).toEqual({ name: 'short', model: 'home:small' })
    expect(rules.match(facts({ estimated_input_tokens: 5_000 }))).toBeNull()
  })

  test('name what chats in a folder begin with', () => {
    expect(rules.folderDefault(facts())).toEqual({ folder: 'Work/*', model: 'cloud:work' })
    expect(rules.folderDefault(facts({ folder: 'work/secret' }))).toEqual({
      folder: 'Work/Secret',
      model: 'home:private',
    })
    expect(rules.folderDefault(facts({ folder: 'Home' }))).toBeNull()
    expect(rules.folderDefault(facts({ folder: null }))).toBeNull()
  })

  test('say what has to be looked up for them, however deep it is asked for', () => {
    expect(rules.asksFor('cost_today_exceeds_usd')).toBe(false)
    const asking = rulesOf(
      "rules: [{ name: a, when: { not: { any_of: [{ cost_today_exceeds_usd: 1 }] } }, use: 'a:b' }]",
    )
    expect(asking.asksFor('cost_today_exceeds_usd')).toBe(true)
    expect(asking.asksFor('team_budget_remaining_lt')).toBe(false)
  })

  test('decide the same for the same facts, whatever was asked before', () => {
    const anything = fc.record({ message: fc.string(), estimated_input_tokens: fc.nat(), has_images: fc.boolean() })
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (all) => {
        const once = all.map((each) => rules.match(facts(each)))
        const again = [...all].reverse().map((each) => rules.match(facts(each)))
        expect(again.reverse()).toEqual(once)
      }),
    )
  })
})
