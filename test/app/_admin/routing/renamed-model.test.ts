import { expect, test } from 'vitest'
import { withOtherModel } from '#app/_admin/routing/renamed-model.ts'

test('a rule that uses the model by its id or an alias uses the other one, and nothing else changes', () => {
  const text = `# openai:gpt-5 goes
rules:
  - name: mini
    when: { estimated_input_tokens_gt: 100000 }
    use: mini # the alias
  - name: other
    use: "openai:gpt-5"
  - name: longer
    use: openai:gpt-5-nano
`
  expect(
    withOtherModel(text, { id: 'openai:gpt-5', aliases: ['mini'] }, 'openai:gpt-6-sol'),
  ).toBe(`# openai:gpt-6-sol goes
rules:
  - name: mini
    when: { estimated_input_tokens_gt: 100000 }
    use: openai:gpt-6-sol # the alias
  - name: other
    use: "openai:gpt-6-sol"
  - name: longer
    use: openai:gpt-5-nano
`)
})
