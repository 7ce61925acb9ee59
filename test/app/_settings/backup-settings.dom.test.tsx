import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { BackupSettings } from '#app/_settings/backup-settings.tsx'
import type { BackupState } from '#lib/api/backup.ts'
import { fakeServer } from '../_chat/fake-server.ts'

afterEach(cleanup)

const NONE: BackupState = {
  folder: '/data/backups',
  every_seconds: null,
  keep: null,
  latest: null,
  is_running: false,
  next_at: null,
  failure: null,
}
const LATEST = {
  name: 'metis-1',
  created_at: '2026-11-23T10:00:00.000Z',
  bytes: 2_500_000,
  uploads: 3,
  missing_uploads: 0,
}

function show(answers: Parameters<typeof fakeServer>[0]) {
  fakeServer(answers)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BackupSettings secretFrom="file" atFirst={NONE} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('one is begun by a press, and shown when it is done', async () => {
  const states: BackupState[] = [NONE, { ...NONE, latest: LATEST }]
  let asked = 0
  const user = show({
    'GET /api/admin/backups': () => ({ body: states[Math.min(asked++, 1)] }),
    'POST /api/admin/backups': () => ({ status: 202, body: { ...NONE, is_running: true } }),
  })
  expect(await screen.findByText('There is none yet.')).toBeDefined()
  expect(screen.getByText(/^Only when somebody begins one\./)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText(/, 2\.5 MB with 3 uploads$/, undefined, { timeout: 4_000 })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Back up now' })).toHaveProperty('disabled', false)
})

test('when the next comes is said, what the last lacks, and why a try failed', async () => {
  show({
    'GET /api/admin/backups': () => ({
      body: {
        ...NONE,
        keep: 7,
        latest: { ...LATEST, missing_uploads: 2 },
        next_at: '2026-11-24T10:00:00.000Z',
        failure: { at: '2026-11-23T11:00:00.000Z', reason: 'the disk is too full' },
      },
    }),
  })
  expect(await screen.findByText(/; the newest 7 are kept$/)).toBeDefined()
  expect(screen.getByText(/^2 uploads were missing or damaged/)).toBeDefined()
  expect(screen.getByRole('alert').textContent).toMatch(/^The try of .* failed: the disk is too full$/)
})

test('what was read before one was begun, and comes after, does not say that none is', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: BackupState }>()
  const user = show({
    'GET /api/admin/backups': () => promise,
    'POST /api/admin/backups': () => ({ status: 202, body: { ...NONE, is_running: true } }),
  })
  const button = screen.getByRole('button', { name: 'Back up now' })
  await user.click(button)
  await expect.poll(() => button).toHaveProperty('disabled', true)
  resolve({ body: NONE })
  await new Promise((wake) => setTimeout(wake, 20))
  expect(button).toHaveProperty('disabled', true)
})
