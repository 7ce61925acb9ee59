import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { open, receive, setUpConversation } from '../conversation-page.tsx'
import { message, snapshot } from '../frame-builder.ts'
import { model } from '../model-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const layouts: (() => void)[] = []

beforeEach(() => {
  layouts.length = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #run: () => void
      constructor(run: () => void) {
        this.#run = run
      }
      observe(element: Element) {
        if (element.getAttribute('role') === 'log') layouts.push(this.#run)
      }
      disconnect() {}
    },
  )
})

/** The browser has laid out what is there. */
function laidOut(): void {
  act(() => {
    for (const run of layouts) run()
  })
}

const isShown = () => !screen.getByRole('log', { hidden: true }).classList.contains('invisible')

test('a conversation is shown once it is known what its models are called', async () => {
  const told = Promise.withResolvers<{ body: unknown }>()
  open({ 'GET /api/models': () => told.promise })
  await receive(snapshot({ messages: [message('M1', 'user', 'a question')] }))
  expect(await screen.findByText('a question')).toBeTruthy()
  laidOut()
  expect(isShown()).toBe(false)
  told.resolve({ body: { models: [model('one:big')], default: 'one:big' } })
  await waitFor(() => expect(isShown()).toBe(true))
})

test('it is shown where nobody says what they are called, too', async () => {
  open({ 'GET /api/models': { status: 500, body: { error: { code: 'internal', message: 'away' } } } })
  await receive(snapshot({ messages: [message('M1', 'user', 'a question')] }))
  laidOut()
  await waitFor(() => expect(isShown()).toBe(true))
})
