import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { CommandLayer } from '#app/_chat/commands/command-layer.tsx'
import { Conversation } from '#app/_chat/conversation.tsx'
import { loadLateComponents } from '#app/_content/late-component.tsx'
import type { SessionFrame } from '#lib/events/frame.ts'
import { FakeEventSource, fakeServer } from './fake-server.ts'
import { model } from './model-builder.ts'

/** The page of session S1 on a desktop, with a server that is not there. Call it once in a file of tests. */
export function setUpConversation(): void {
  // Parts of the page are loaded when they are first needed, which takes its time on a busy machine.
  configure({ asyncUtilTimeout: 10_000 })
  // As after a moment of rest.
  beforeAll(loadLateComponents, 30_000)
  beforeEach(() => {
    vi.stubGlobal('EventSource', FakeEventSource)
    // A desktop: there Enter sends.
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('fine') }))
    vi.stubGlobal('requestAnimationFrame', (run: () => void) =>
      setTimeout(() => {
        painted += 1
        run()
        for (const tell of sized) tell()
      }),
    )
    sized.clear()
    vi.stubGlobal('ResizeObserver', FakeResizeObserver)
    localStorage.clear()
  })
  afterEach(cleanup)
}

/** Whoever watches a size is told of it with each frame: nothing is laid out here. */
const sized = new Set<() => void>()
class FakeResizeObserver {
  readonly #tell: () => void
  constructor(tell: (sizes: readonly []) => void) {
    this.#tell = () => tell([])
  }
  observe() {
    sized.add(this.#tell)
  }
  unobserve() {}
  disconnect() {
    sized.delete(this.#tell)
  }
}

const MODELS = {
  body: {
    models: [
      model('one:big', { aliases: ['big'] }),
      model('two:small', { aliases: ['small'] }),
      model('off:none', { configured: false }),
    ],
    default: 'one:big',
  },
}
export const ACCEPTED = { status: 202, body: { turn_id: 'T1', message_id: 'M1' } }
export const TURNS = 'POST /api/sessions/S1/turns'
export function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ 'GET /api/models': MODELS, [TURNS]: ACCEPTED, ...answers })
  render(conversation())
  return server
}

export function conversation() {
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CommandLayer />
      <Conversation id="S1" />
    </QueryClientProvider>
  )
}

let painted = 0

/** Frames arrive, and the page paints, once it has rested from the last time. */
export async function receive(...frames: SessionFrame[]) {
  await act(async () => {
    FakeEventSource.last?.onopen?.()
    const before = painted
    FakeEventSource.send(...frames)
    await vi.waitUntil(() => painted > before, { interval: 2, timeout: 5_000 })
  })
}

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

/** The browser's storage has what it had, and takes nothing more. */
export function fillStorage(): void {
  const { localStorage: real } = globalThis
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
    clear: () => real.clear(),
  })
}
