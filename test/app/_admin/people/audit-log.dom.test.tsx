import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuditLog } from '#app/_admin/people/audit-log.tsx'
import type { AuditEntry } from '#app/_client/use-people.ts'
import { fakeServer } from '../../_chat/fake-server.ts'

let asked: string[]
beforeEach(() => {
  asked = []
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'Asia/Tokyo',
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const ENTRY: AuditEntry = {
  id: 'a1',
  at: '2026-11-23T12:00:00.000000Z',
  actor_id: 'ada',
  actor_name: 'Ada',
  action: 'role.changed',
  subject_id: 'gone',
  subject_name: 'Max',
  detail: { from: 'member', to: 'admin' },
  address: '192.0.2.1',
}

function show(entries: AuditEntry[]) {
  fakeServer({
    'GET /api/admin/audit': (_body, query) => {
      asked.push(String(query))
      return { body: { entries } }
    },
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <AuditLog />
    </QueryClientProvider>,
  )
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Search' }))

test('an entry says who did what to whom, from where, by the names of people', async () => {
  show([ENTRY])
  const row = await screen.findByRole('row', { name: /Ada/ })
  expect(row.textContent).toContain('changed a role: Member → Admin')
  expect(row.textContent).toContain('Max')
  expect(row.textContent).toContain('192.0.2.1')
  const when = within(row).getByRole('time')
  expect(when.textContent).toMatch(/^23 Nov( 2026)? \d\d:\d\d$/)
  expect([when.getAttribute('datetime'), when.title]).toEqual([
    '2026-11-23T12:00:00.000Z',
    expect.stringMatching(/^23 November 2026 at \d\d:\d\d$/),
  ])
  expect(asked).toEqual(['limit=50'])
})

test('a search is of days of the reader, the last one with all of it, and the file is of the same', async () => {
  show([ENTRY])
  await screen.findByRole('table')
  await userEvent.type(screen.getByLabelText('Name or e-mail address'), ' max ')
  await userEvent.selectOptions(screen.getByLabelText('What'), 'removed a person')
  await userEvent.type(screen.getByLabelText('First day'), '2026-11-01')
  await userEvent.type(screen.getByLabelText('Last day'), '2026-11-30')
  await press()
  const search = 'person=max&action=person.removed&from=2026-11-01&to=2026-12-01&tz=Asia%2FTokyo'
  await vi.waitFor(() => expect(asked.at(-1)).toBe(`${search}&limit=50`))
  const file = screen.getByRole('link', { name: 'Download “What was done” as CSV' })
  expect(file.getAttribute('href')).toBe(`/api/admin/audit?${search}&format=csv`)
  expect(screen.queryByRole('link', { name: /JSON/ })).toBeNull()
})

test('a last day before the first is said and not asked, and nothing found is said as well', async () => {
  show([])
  expect(await screen.findByText('Nothing of that is in the log.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('First day'), '2026-11-02')
  await userEvent.type(screen.getByLabelText('Last day'), '2026-11-01')
  await press()
  expect(screen.getByText('The last day comes before the first.').role).toBe('alert')
  expect(asked).toEqual(['limit=50'])
})
