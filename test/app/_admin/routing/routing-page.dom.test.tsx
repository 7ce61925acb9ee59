import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RoutingPage } from '#app/_admin/routing/routing-page.tsx'
import type { RoutingDryRun, RoutingRulesOf } from '#app/_client/use-routing.ts'
import { fakeServer } from '../../_chat/fake-server.ts'
import { model } from '../../_chat/model-builder.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const saved = (version: number, note: string) => ({
  version,
  note,
  author: 'local',
  created_at: '2026-11-24T10:00:00.000000Z',
})
const rulesOf = (fields: Partial<RoutingRulesOf> = {}): RoutingRulesOf => ({
  rules: 'one\ntwo\n',
  version: 2,
  hints: [],
  problem: null,
  history: [saved(2, 'the second'), saved(1, '')],
  next: null,
  ...fields,
})
const dryRunOf = (fields: Partial<RoutingDryRun> = {}): RoutingDryRun => ({
  hints: [],
  message: null,
  looked_at: 0,
  unchanged: 0,
  not_affected: 0,
  changes: [],
  as_now: [],
  cost_before: '0',
  cost_after: '0',
  unpriced_before: 0,
  unpriced_after: 0,
  ...fields,
})

function show(rules: () => RoutingRulesOf, more: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/admin/routing': () => ({ body: rules() }),
    'GET /api/admin/routing/1': { body: { ...saved(1, ''), rules: 'one\n' } },
    'GET /api/admin/routing/2': { body: { ...saved(2, ''), rules: 'one\ntwo\n' } },
    'POST /api/admin/routing/dry-run': { body: dryRunOf() },
    'GET /api/models': {
      body: {
        models: [model('demo:small', { label: 'Small' }), model('demo:large', { label: 'Large' })],
        default: 'demo:small',
        unlisted: [],
      },
    },
    'GET /api/providers': { body: { providers: [] } },
    'GET /api/me': { body: { role: 'owner', person: null } },
    ...more,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RoutingPage />
    </QueryClientProvider>,
  )
  return server
}

const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Rules as YAML' })

test('where there are no rules, examples name a model that is here and become the text', async () => {
  show(() => rulesOf({ rules: '', version: 0, history: [] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Insert long-texts' }))
  expect((await editor()).value).toContain('estimated_input_tokens_gt: 100000\n    use: "demo:large"')
  expect(screen.queryByRole('button', { name: /^Insert/ })).toBeNull()
})

test('a line at fault is said as one types, leads to its place, and is not saved', async () => {
  const { bodyOf } = show(() => rulesOf(), {
    'POST /api/admin/routing/dry-run': (body) =>
      (body as { text: string }).text.includes('bad')
        ? {
            status: 422,
            body: {
              error: {
                code: 'invalid_rules',
                message: '',
                details: { line: 3, reason: '', faults: [{ line: 3, column: 1, path: 'rules', problem: 'is bad' }] },
              },
            },
          }
        : { body: dryRunOf({ hints: [{ line: 1, column: 1, path: 'rules.0', problem: 'never holds' }] }) },
  })
  const field = await editor()
  expect(await screen.findByText('never holds')).toBeDefined()
  await userEvent.type(field, 'bad')
  expect(await screen.findByText('is bad')).toBeDefined()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(bodyOf('PUT /api/admin/routing')).toBeUndefined()
  expect([document.activeElement, field.selectionStart]).toEqual([field, 'one\ntwo\n'.length])
  for (const button of ['Choose', 'Look at them']) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(true)
  }
})

test('what is written outlives the page, and saving it says why and on top of what', async () => {
  const queries: URLSearchParams[] = []
  let now = rulesOf()
  const more = {
    'PUT /api/admin/routing': (_body: unknown, query: URLSearchParams) => {
      queries.push(query)
      now = rulesOf({ rules: 'one\ntwo\nthree', version: 3 })
      return { body: { version: 3, hints: [] } }
    },
  }
  show(() => now, more)
  await userEvent.type(await editor(), 'three')
  cleanup()
  const { bodyOf } = show(() => now, more)
  expect((await editor()).value).toBe('one\ntwo\nthree')
  await userEvent.type(screen.getByRole('textbox', { name: 'Why' }), 'a third')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Saved as version 3/)).toBeDefined()
  expect(queries.map(String)).toEqual(['note=a+third&based_on=2'])
  expect(await (bodyOf('PUT /api/admin/routing') as Blob).text()).toBe('one\ntwo\nthree')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('what somebody else saved meanwhile is shown with what one’s own would change in it', async () => {
  let now = rulesOf()
  show(() => now, {
    'PUT /api/admin/routing': () => {
      now = rulesOf({ rules: 'one\nother\n', version: 3, history: [saved(3, 'theirs'), ...now.history] })
      const details = { version: 3 }
      return { status: 409, body: { error: { code: 'rules_conflict', message: 'saved', details } } }
    },
  })
  await userEvent.type(await editor(), 'mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const conflict = await screen.findByText('Version 3 was saved by somebody at this machine meanwhile.')
  const lines = within(conflict.parentElement as HTMLElement).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([' one', '−Removed other', '+Added two', '+Added mine'])
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Go on with mine' }))
  expect([save.disabled, (await editor()).value]).toEqual([false, 'one\ntwo\nmine'])
})

test('the history says who, when, why and what changed, and goes back by saving anew', async () => {
  const { bodyOf } = show(() => rulesOf({ problem: 'line 1: is odd' }), {
    'PUT /api/admin/routing': { body: { version: 3, hints: [] } },
  })
  expect(await screen.findByText(/^The rules that were saved last cannot be read, .*: line 1: is odd$/)).toBeDefined()
  const second = screen.getByRole('listitem', { name: 'Version 2' })
  expect(second.textContent).toContain('holds nowsomebody at this machine, 24 November 2026')
  expect(second.textContent).toContain('the second')
  await userEvent.click(within(second).getByRole('button', { name: 'What version 2 changed' }))
  expect((await within(second).findByRole('group')).textContent).toContain('+Added two')
  expect(within(second).queryByRole('button', { name: /^Go back/ })).toBeNull()
  const first = screen.getByRole('listitem', { name: 'Version 1' })
  await userEvent.click(within(first).getByRole('button', { name: 'What version 1 changed' }))
  await userEvent.click(await within(first).findByRole('button', { name: 'Go back to version 1' }))
  expect(await screen.findByText(/^Saved as version 3/)).toBeDefined()
  expect(await (bodyOf('PUT /api/admin/routing') as Blob).text()).toBe('one\n')
})

test('a dry run says what a message would choose and why, and what turns would have cost', async () => {
  const change = {
    turn_id: 'turn',
    session_id: 'chat',
    started_at: '2026-11-24T10:00:00.000000Z',
    before: 'demo:small',
    after: 'demo:large',
    rule: 'it',
    reason: 'rule it',
    cost_before: '0.5',
    cost_after: null,
    unpriced_before: 0,
    unpriced_after: 1,
  }
  show(() => rulesOf(), {
    'POST /api/admin/routing/dry-run': (said) => {
      const { message, turns } = said as { message?: object; turns?: number }
      if (turns === 1_000) {
        const nobody = {
          ...change,
          turn_id: null,
          session_id: null,
          after: null,
          rule: null,
          cost_after: '0',
          unpriced_after: 0,
        }
        const sums = {
          looked_at: 5,
          unchanged: 1,
          not_affected: 1,
          cost_before: '1',
          cost_after: '0.5',
          unpriced_after: 1,
        }
        return { body: dryRunOf({ ...sums, changes: [change, nobody], as_now: ['cost_today_exceeds_usd'] }) }
      }
      const tried = {
        chosen_model: 'demo:large',
        mode: 'rule' as const,
        reason: 'rule it',
        estimated_input_tokens: 3,
        rule: 'it',
        chain: [{ policy: 'rule' as const, verdict: 'chose' as const, model: 'demo:large', reason: 'rule it' }],
        rules: [
          {
            name: 'it',
            model: 'demo:large',
            holds: true,
            because: [
              { says: 'not', value: null, holds: true, depth: 0 },
              { says: 'has_images', value: true, holds: false, depth: 1 },
            ],
          },
        ],
      }
      return { body: dryRunOf(message ? { message: tried } : {}) }
    },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: /^What would this message/ }), 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  expect((await screen.findByText('Large would answer.', { exact: false })).textContent).toContain('Rule it holds.')
  expect(screen.getByText('has_images: true').parentElement?.textContent).toContain('does not hold')
  await userEvent.click(screen.getByRole('button', { name: 'Look at them' }))
  const sum = await screen.findByText('2 of 5 turns would change.')
  expect(sum.parentElement?.textContent).toContain('1 would stay as it is, and of 1 a person')
  expect(sum.parentElement?.textContent).toContain('cost $1.0000, and would have cost at least $0.5000')
  expect(screen.getByText(/nobody noted it then: cost_today_exceeds_usd/)).toBeDefined()
  const [, first, second] = within(screen.getByRole('table', { name: 'Turns that would change' })).getAllByRole('row')
  expect(first?.textContent).toMatch(/SmallLargeit\$0\.50no price$/)
  expect(second?.textContent).toMatch(/Smallnobodyno rule\$0\.50\$0(\.00)?$/)
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/c/chat')
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull()
  await userEvent.type(await editor(), 'x')
  expect(screen.getAllByText('The rules have changed since.')).toHaveLength(2)
})
