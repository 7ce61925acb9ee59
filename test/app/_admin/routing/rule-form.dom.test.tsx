import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { RuleForm } from '#app/_admin/routing/rule-form.tsx'
import type { RuleNote } from '#app/_client/use-routing.ts'
import { fakeServer } from '../../_chat/fake-server.ts'
import { model } from '../../_chat/model-builder.ts'

afterEach(cleanup)

const TEXT = `rules:
  # pictures go there
  - name: pictures
    when: { has_images: true }
    use: fast
  - name: rest
    when:
      any_of: [ { message_matches: a }, { has_images: false } ]
    use: demo:gone
aliases: { fast: demo:small }
`

/** With whoever keeps the text. */
function Form({ text, notes, written }: { text: string; notes: RuleNote[]; written: { text: string } }) {
  const [now, setNow] = useState(text)
  const write = (next: string) => {
    written.text = next
    setNow(next)
  }
  return <RuleForm text={now} notes={notes} onChange={write} />
}

function show(text: string, notes: RuleNote[] = []) {
  const models = [model('demo:small', { label: 'Small' }), model('demo:large', { label: 'Large' })]
  fakeServer({ 'GET /api/models': { body: { models, default: 'demo:small', unlisted: [] } } })
  const written = { text }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Form text={text} notes={notes} written={written} />
    </QueryClientProvider>,
  )
  return written
}

const card = (name: string) => within(screen.getByRole('listitem', { name: `Rule ${name}` }))

test('a rule is a card whose fields change the text, and what has no field is shown as it stands', async () => {
  const written = show(TEXT, [
    { line: 8, column: 5, path: 'rules.1.use', problem: 'rule 2 (rest), use names no model' },
  ])
  await screen.findAllByRole('option', { name: /^Large/ })
  expect(card('rest').getByText('Made of other conditions: change it as YAML.')).toBeDefined()
  expect(card('rest').getByText('rule 2 (rest), use names no model')).toBeDefined()
  expect(card('rest').getByRole<HTMLSelectElement>('combobox', { name: 'Model' }).value).toBe('demo:gone')
  await userEvent.selectOptions(card('rest').getByRole('combobox', { name: 'Model' }), 'fast')
  await userEvent.selectOptions(card('pictures').getByRole('combobox', { name: 'There are pictures' }), 'no')
  await userEvent.selectOptions(
    card('pictures').getByRole('combobox', { name: 'Add a condition' }),
    'Fewer input tokens than',
  )
  const tokens = card('pictures').getByRole('textbox', { name: 'Fewer input tokens than' })
  await userEvent.clear(tokens)
  await userEvent.type(tokens, '250{Enter}')
  expect(written.text).toBe(
    TEXT.replace('demo:gone', 'fast').replace(
      '{ has_images: true }',
      '{ has_images: false, estimated_input_tokens_lt: 250 }',
    ),
  )
  await userEvent.click(card('pictures').getByRole('button', { name: 'Remove There are pictures' }))
  expect(written.text).toContain('when: { estimated_input_tokens_lt: 250 }')
})

test('rules change places with their comments, and the button that was pressed keeps the focus', async () => {
  const written = show(TEXT)
  await userEvent.click(screen.getByRole('button', { name: 'Ask rest earlier' }))
  expect(screen.getByText('rest is number 1 now.')).toBeDefined()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Ask rest earlier')
  expect(written.text).toMatch(/name: rest[\s\S]*# pictures go there\n {2}- name: pictures/)
  await userEvent.click(screen.getByRole('button', { name: 'Ask rest earlier' }))
  expect(written.text.indexOf('rest')).toBeLessThan(written.text.indexOf('pictures'))
})

test('rules, folders, aliases and the time zone are added and taken out', async () => {
  const written = show('')
  await screen.findByRole('button', { name: 'Add a rule' })
  for (const name of ['Add a rule', 'Add a rule', 'Add a folder', 'Add an alias']) {
    await userEvent.click(screen.getByRole('button', { name }))
  }
  await userEvent.type(screen.getByRole('textbox', { name: 'Time zone' }), 'Europe/Berlin{Enter}')
  const alias = screen.getByRole('textbox', { name: 'Alias' })
  await userEvent.clear(alias)
  await userEvent.type(alias, 'fast{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rule rule-1' }))
  const lines = written.text.split('\n').map((line) => line.trim())
  expect(lines).toEqual(
    expect.arrayContaining(['- name: rule-2', 'when: {}', '- match: "*"', 'time_zone: Europe/Berlin']),
  )
  expect(written.text).toMatch(/aliases:\n {2}fast: demo:/)
  expect(written.text).not.toContain('rule-1')
})

test('a text that is none is not shown as a form', () => {
  show('rules: [')
  expect(screen.getByText(/^This text cannot be shown as a form/)).toBeDefined()
})
