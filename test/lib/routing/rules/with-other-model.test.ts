import { expect, test } from 'vitest'
import { withOtherModel } from '#lib/routing/rules/with-other-model.ts'

const isOther = (name: string) => ['openai:gpt-5', 'mini'].includes(name)
const carried = (text: string, to = 'openai:gpt-6-sol') => withOtherModel(text, isOther, to)

test('rules, folders and aliases name the other model, and all else stays to the byte', () => {
  const text = `# openai:gpt-5 goes
aliases: { fast:   openai:gpt-5, alike: fast }   # two names
folders:
  - { match: 'openai:gpt-5', use: mini }
rules:

  - name: mini
    note: instead of openai:gpt-5
    when: { message_contains_any: [openai:gpt-5,   mini] }
    use: mini # the alias
  - name: other
    when: { has_images: true }
    use: "openai:gpt-5"
  - {name: third, when: {has_images: false}, use: 'openai:gpt-5'}
  - name: by-alias
    when: { has_images: true }
    use: fast
  - name: longer
    when: { has_images: true }
    use: openai:gpt-5-nano
`
  expect(carried(text)).toBe(`# openai:gpt-5 goes
aliases: { fast:   openai:gpt-6-sol, alike: fast }   # two names
folders:
  - { match: 'openai:gpt-5', use: openai:gpt-6-sol }
rules:

  - name: mini
    note: instead of openai:gpt-5
    when: { message_contains_any: [openai:gpt-5,   mini] }
    use: openai:gpt-6-sol # the alias
  - name: other
    when: { has_images: true }
    use: "openai:gpt-6-sol"
  - {name: third, when: {has_images: false}, use: 'openai:gpt-6-sol'}
  - name: by-alias
    when: { has_images: true }
    use: fast
  - name: longer
    when: { has_images: true }
    use: openai:gpt-5-nano
`)
})

test.each([
  [
    'an anchor',
    'rules: [{ use: &m openai:gpt-5 }, { use: *m }]',
    'rules: [{ use: &m openai:gpt-6-sol }, { use: openai:gpt-6-sol }]',
  ],
  [
    'an anchor that stands for something else too',
    'rules:\n- { note: &m mini, use: *m }\n',
    'rules:\n- { note: &m mini, use: openai:gpt-6-sol }\n',
  ],
  ['a folded text', 'rules:\n- use: >-\n    openai:gpt-5\n  name: a\n', 'rules:\n- use: openai:gpt-6-sol\n  name: a\n'],
  [
    'other ends of lines',
    'rules:\r\n- use: mini\r\n  name: a\r\n',
    'rules:\r\n- use: openai:gpt-6-sol\r\n  name: a\r\n',
  ],
  ['no rules', '# none\n', '# none\n'],
])('%s', (_, text, expected) => {
  expect(carried(text)).toBe(expected)
})

test('a name that YAML would read otherwise is quoted', () => {
  const text = "rules: [{ use: mini }, { use: 'mini' }]\n"
  expect(carried(text, "lab:o'hara, v2")).toBe(`rules: [{ use: "lab:o'hara, v2" }, { use: 'lab:o''hara, v2' }]\n`)
})
