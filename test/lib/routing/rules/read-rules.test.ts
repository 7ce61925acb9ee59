import { describe, expect, test } from 'vitest'
import { readRules } from '#lib/routing/rules/read-rules.ts'

const MODELS = ['cloud:large', 'cloud:small', 'home:vision']
const models = {
  resolve: (name: string) => (name === 'big' ? 'cloud:large' : MODELS.find((id) => id === name)),
  nearMatches: (name: string) => MODELS.filter((id) => id.slice(0, 7) === name.slice(0, 7)),
}

/** `line:column what is wrong`, one for each. */
function faultsOf(text: string): string[] {
  const read = readRules(text, models)
  if (read.ok) throw new Error('the rules were accepted')
  return read.faults.map(({ line, column, problem }) => `${line}:${column} ${problem}`)
}
function hintsOf(text: string): string[] {
  const read = readRules(text, models)
  if (!read.ok) throw new Error(read.faults.map(({ problem }) => problem).join('; '))
  return read.hints.map(({ line, column, problem }) => `${line}:${column} ${problem}`)
}
const rule = (when: string, use = 'big', name = 'one') =>
  `rules:\n  - name: ${name}\n    when: ${when}\n    use: ${use}\n`

test('no rules are no fault', () => {
  for (const nothing of ['', '# only words\n', 'rules:\n', 'aliases:\nfolders:\nrules: []\n'])
    expect(hintsOf(nothing)).toEqual([])
})

describe('what is wrong is said with its line and column, all of it', () => {
  test.each<[string, (string | RegExp)[]]>([
    ['rules: [', [/^1:\d+ the file is no YAML: /]],
    ['- a\n- b\n', [/^1:1 the file /]],
    ['rulez: []\n', ['1:1 rulez is no setting that there is: mend its name, or take it out']],
    ['time_zone: Middle/Earth\n', ['1:1 time_zone must be the name of a time zone, for instance Europe/Berlin']],
    [
      rule('{ has_pictures: true }'),
      ['3:13 rule 1 (one), when.has_pictures is no setting that there is: mend its name, or take it out'],
    ],
    [rule('[]'), [/^3:5 rule 1 \(one\), when must be a condition/]],
    [rule('{ has_images: often }'), ['3:13 rule 1 (one), when.has_images must be true or false']],
    [rule('{ estimated_input_tokens_gt: -1 }'), [/_gt must not be negative$/]],
    [rule('{ estimated_input_tokens_lt: 0 }'), [/_lt must be at least 1: no message has fewer than none$/]],
    [rule('{ message_contains_any: [] }'), [/must name at least one$/]],
    [
      rule("{ message_contains_any: ['  '] }"),
      [/message_contains_any 1 must not be empty: it would hold for every message$/],
    ],
    [
      rule("{ message_matches: '(unclosed' }"),
      [/^3:13 rule 1 \(one\), when\.message_matches is no regular expression: missing closing \): /],
    ],
    [rule("{ message_matches: 'a(?=b)' }"), [/there is no looking ahead or behind, and no reference back$/]],
    [rule("{ message_matches: '(a)\\1' }"), [/no reference back$/]],
    [rule("{ message_matches: '(a{1000}){1000}' }"), [/is no regular expression: invalid repeat count/]],
    [rule("{ message_matches: '(a?b?c?){300}' }"), [/repeats too much: take smaller numbers in its braces$/]],
    [
      rule(`{ message_matches: '${'a'.repeat(1_001)}' }`),
      [/is longer than 1000 characters: make several rules of it$/],
    ],
    [
      rule("{ time_of_day_between: ['8:30', '25:00'] }"),
      [/between 1 must be a time as "08:30"$/, /between 2 must be a time as "08:30"$/],
    ],
    [rule("{ time_of_day_between: ['08:30', '08:30'] }"), [/begins when it ends: leave it out for the whole day$/]],
    [rule("{ time_of_day_between: ['08:30'] }"), [/must be two times/]],
    [rule("{ cost_today_exceeds_usd: '1e3' }"), [/must be an amount in dollars, for instance 2\.50$/]],
    [rule('{ cost_today_exceeds_usd: -1 }'), [/must be an amount in dollars, for instance 2\.50$/]],
    [rule("{ file_extensions_in_context: ['*.pdf'] }"), [/must be the ending of a file name, for instance pdf$/]],
    [rule('{ tool_side_effects_include: [destroy] }'), [/tool_side_effects_include 1 /]],
    [rule('{ any_of: [] }'), [/any_of must name at least one condition$/]],
    [rule(`${'{ not: '.repeat(9)}{ has_images: true }${' }'.repeat(9)}`), [/is nested deeper than 8 levels/]],
    [
      rule('{}', 'cloud:larger'),
      ['4:5 rule 1 (one), use names no model that is known here: cloud:larger. Near it: cloud:large'],
    ],
    [rule('{}', 'big', 'Not Small'), [/^2:5 rule 1 \(Not Small\), name must be small letters/]],
    [
      `${rule('{}')}  - name: one\n    when: {}\n    use: big\n`,
      ['5:5 rule 2 (one), name is the name of rule 1 already: one'],
    ],
    [
      'folders:\n  - match: Work\n    use: gone:model\n',
      ['3:5 folder 1 (Work), use names no model that is known here: gone:model'],
    ],
    ['aliases:\n  big: cloud:small\n', ['2:3 aliases.big is the name of a model already: take another one']],
    [
      'aliases:\n  cloud:large: cloud:small\n',
      ['2:3 aliases.cloud:large is the name of a model already: take another one'],
    ],
    ['aliases:\n  Fast one: big\n', ['2:3 aliases.Fast one must be small letters, digits, points and hyphens']],
    [
      'aliases:\n  fast: quick\n  quick: rapid\n  rapid: fast\n',
      [
        '2:3 aliases.fast stands for itself: fast → quick → rapid → fast',
        '3:3 aliases.quick stands for itself: quick → rapid → fast → quick',
        '4:3 aliases.rapid stands for itself: rapid → fast → quick → rapid',
      ],
    ],
    [
      `aliases:\n  fast: gone:model\n${rule('{}', 'fast')}`,
      ['2:3 aliases.fast names no model that is known here: gone:model'],
    ],
    [
      rule('{ has_images: 1, message_matches: 2 }', '3'),
      [/has_images must be true/, /message_matches must be a regular expression/, /use must be the id or an alias/],
    ],
  ])('%j', (text, expected) => {
    const faults = faultsOf(text)
    for (const [n, fault] of expected.entries()) {
      if (typeof fault === 'string') expect(faults[n]).toBe(fault)
      else expect(faults[n]).toMatch(fault)
    }
    expect(faults).toHaveLength(expected.length)
  })

  test('anchors that stand for each other without end are refused', () => {
    const lines = Array.from(
      { length: 12 },
      (_, n) => `  a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`,
    )
    expect(faultsOf(`rules:\n  a0: &a0 [x]\n${lines.join('\n')}\n`)).toEqual([
      '1:1 the file repeats its anchors too often: write them out',
    ])
  })
})

describe('a rule that never decides is pointed out where it stands', () => {
  const two = (first: string, second: string) =>
    hintsOf(`rules:
  - { name: first, when: ${first}, use: big }
  - { name: second, when: ${second}, use: big }
`)
  const SHADOWED = ['3:5 rule 2 (second) is never reached: first before it holds whenever it does']

  test.each([
    ['{}', '{ has_images: true }'],
    ['{ has_images: true }', '{ has_images: true, message_matches: x }'],
    ['{ all_of: [{ has_images: true }] }', '{ has_images: true }'],
    ['{ estimated_input_tokens_gt: 100 }', '{ estimated_input_tokens_gt: 200 }'],
    ['{ estimated_input_tokens_lt: 200 }', '{ estimated_input_tokens_lt: 100 }'],
    ['{ message_contains_any: [ana, b] }', '{ message_contains_any: [Banana] }'],
    ['{ file_extensions_in_context: [pdf, md] }', '{ file_extensions_in_context: [.PDF] }'],
    ["{ time_of_day_between: ['22:00', '06:00'] }", "{ time_of_day_between: ['23:00', '01:00'] }"],
    ["{ workspace_path_matches: '*' }", '{ workspace_path_matches: Work }'],
    ['{ cost_today_exceeds_usd: 1 }', "{ cost_today_exceeds_usd: '1.50' }"],
    ['{ team_budget_remaining_lt: 2 }', '{ team_budget_remaining_lt: 1 }'],
    ['{ tool_side_effects_include: [write, execute] }', '{ tool_side_effects_include: [write] }'],
    ['{ any_of: [{ has_images: true }, { message_matches: x }] }', '{ message_matches: x }'],
    [
      '{ any_of: [{ has_images: true }, { message_matches: x }] }',
      '{ any_of: [{ message_matches: x }, { has_images: true }] }',
    ],
    [
      '{ not: { message_contains_any: [a] } }',
      '{ not: { any_of: [{ message_contains_any: [a] }, { has_images: true }] } }',
    ],
  ])('%s before %s', (first, second) => {
    expect(two(first, second)).toEqual(SHADOWED)
  })

  test.each([
    ['{ has_images: true }', '{}'],
    ['{ has_images: true }', '{ has_images: false }'],
    ['{ has_images: true, message_matches: x }', '{ has_images: true }'],
    ['{ estimated_input_tokens_gt: 200 }', '{ estimated_input_tokens_gt: 100 }'],
    ['{ message_contains_any: [Banana] }', '{ message_contains_any: [ana] }'],
    ["{ time_of_day_between: ['23:00', '01:00'] }", "{ time_of_day_between: ['22:00', '00:30'] }"],
    ['{ cost_today_exceeds_usd: 2 }', '{ cost_today_exceeds_usd: 1 }'],
    ['{ message_matches: x }', '{ any_of: [{ has_images: true }, { message_matches: x }] }'],
    ['{ not: { any_of: [{ message_contains_any: [a] }, { has_images: true }] } }', '{ not: { has_images: true } }'],
  ])('and not %s before %s', (first, second) => {
    expect(two(first, second)).toEqual([])
  })

  test.each([
    [
      '{ estimated_input_tokens_gt: 10, estimated_input_tokens_lt: 11 }',
      'no message has more than 10 tokens and fewer than 11',
    ],
    ['{ has_images: true, all_of: [{ has_images: false }] }', 'has_images cannot be both'],
    ['{ message_matches: x, not: { message_matches: x } }', 'it asks for something and for its opposite'],
  ])('%s never holds', (when, reason) => {
    expect(hintsOf(rule(when))).toEqual([`2:5 rule 1 (one) never holds: ${reason}`])
  })
})
