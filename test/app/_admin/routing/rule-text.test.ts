import { describe, expect, test } from 'vitest'
import { PREDICATE_FIELDS, SIDE_EFFECTS } from '#app/_admin/routing/predicate-field.ts'
import { formOf, withItem, withRuleMoved, withValue } from '#app/_admin/routing/rule-text.ts'
import { SideEffects } from '#lib/canonical/tool.ts'
import { PREDICATES } from '#lib/routing/rules/condition.ts'
import { readRules } from '#lib/routing/rules/read-rules.ts'

const TEXT = `# who pays for this
time_zone: Europe/Berlin # ours
aliases: { fast: demo:small }
rules:
  # the first
  - name: one
    when: { has_images: true } # pictures
    use: fast

  # the second
  - name: two
    note: why
    when:
      any_of:
        - message_matches: 'a' # quoted
    use: demo:large
`

describe('the form of rules', () => {
  test('has a field for each predicate that there is, which begins with something that holds', () => {
    expect(SIDE_EFFECTS).toEqual(SideEffects.options)
    expect(Object.keys(PREDICATE_FIELDS).sort()).toEqual(Object.keys(PREDICATES).sort())
    for (const [says, { begins }] of Object.entries(PREDICATE_FIELDS)) {
      const text = withValue('rules: [{ name: it, when: {}, use: a }]', ['rules', 0, 'when', says], begins)
      expect(readRules(text, { resolve: (name) => name, nearMatches: () => [] })).toMatchObject({ ok: true })
    }
  })

  test('shows what a text says, and leaves what is made of conditions to the text', () => {
    expect(formOf(TEXT)).toEqual({
      time_zone: 'Europe/Berlin',
      aliases: [['fast', 'demo:small']],
      folders: [],
      rules: [
        { name: 'one', note: '', use: 'fast', when: [['has_images', true]] },
        { name: 'two', note: 'why', use: 'demo:large', when: [['any_of', [{ message_matches: 'a' }]]] },
      ],
    })
    expect(formOf('# nothing\n')).toEqual({ time_zone: '', aliases: [], folders: [], rules: [] })
  })

  test.each(['rules: [', 'rules: one', 'rules: [one]', '- a', 'aliases: [a]', 'folders: {}'])(
    'is none of %j',
    (text) => {
      expect(formOf(text)).toBeNull()
    },
  )
})

describe('a change in the form', () => {
  test('leaves every other line of the text as it was, with its comments', () => {
    expect(withValue(TEXT, ['rules', 0, 'use'], 'demo:large')).toBe(TEXT.replace('use: fast', 'use: demo:large'))
    expect(withValue(TEXT, ['rules', 1, 'note'], undefined)).toBe(TEXT.replace('    note: why\n', ''))
    expect(withValue(TEXT, ['aliases', 'slow'], 'demo:large')).toBe(
      TEXT.replace('{ fast: demo:small }', '{ fast: demo:small, slow: demo:large }'),
    )
  })

  test('moves a rule with the comment before it', () => {
    const moved = withRuleMoved(TEXT, 1, 0)
    expect(formOf(moved)?.rules.map(({ name }) => name)).toEqual(['two', 'one'])
    expect(moved).toMatch(/# the second\n {2}- name: two[\s\S]*# the first\n {2}- name: one/)
    expect(withRuleMoved(TEXT, 0, -1)).toBe(TEXT)
  })

  test('takes out the last of something without leaving what would be at fault', () => {
    const bare = withValue(TEXT, ['rules', 0, 'when', 'has_images'], undefined)
    expect(formOf(bare)?.rules[0]?.when).toEqual([])
    expect(bare).toContain('when: {}')
    expect(withValue('rules: [{ name: a, when: {}, use: b }]\n', ['rules', 0], undefined)).toBe('')
    expect(withValue('aliases: { a: b }\nrules: []\n', ['aliases', 'a'], undefined)).toBe('rules: []\n')
  })

  test('begins a list where there is none, and keeps what was said above it', () => {
    const item = { name: 'a', when: {}, use: 'b' }
    expect(withItem('', 'rules', item)).toBe('rules:\n  - name: a\n    when: {}\n    use: b\n')
    expect(withItem('# ours\n', 'rules', item)).toBe('# ours\n\nrules:\n  - name: a\n    when: {}\n    use: b\n')
    expect(formOf(withItem('rules: []\n', 'folders', { match: 'W*', use: 'b' }))?.folders).toEqual([
      { match: 'W*', use: 'b' },
    ])
  })
})
