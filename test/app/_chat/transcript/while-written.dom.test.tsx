import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { exchangeName } from '#app/_content/turn-number.tsx'
import { open, receive, setUpConversation } from '../conversation-page.tsx'
import { answer, frame, message, snapshot, started } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

// What a turn calls itself is asked whenever it is rendered.
vi.mock(import('#app/_content/turn-number.tsx'), async (importOriginal) => {
  const original = await importOriginal()
  return { ...original, exchangeName: vi.fn(original.exchangeName) }
})

setUpConversation()

// What stands where an answer is written, beside its words.

test('an answer has nothing in its place before its first word, and nothing below its last one while its turn ends', async () => {
  open()
  await receive(snapshot(), frame('message.appended', { message: message('M1', 'user', 'Hi there') }), started)
  await receive(frame('message.start', { message_id: 'M2', model: 'one:big' }))
  const place = document.querySelector('.answer')
  expect(place?.textContent).toBe('Waiting for the model…')
  expect(place?.children).toHaveLength(1)
  await receive(frame('text.delta', { message_id: 'M2', content_block_index: 0, text: 'Hello' }))
  await receive(frame('message.appended', { message: answer('M2') }))
  expect(await screen.findByText('x')).toBeTruthy()
  expect(screen.queryByText('Waiting for the model…')).toBeNull()
})

test('words that come render the answer that says them, and nothing else of its turn', async () => {
  open()
  const words = (text: string) => frame('text.delta', { message_id: 'M2', content_block_index: 0, text })
  await receive(snapshot(), frame('message.appended', { message: message('M1', 'user', 'Hi there') }), started)
  await receive(frame('message.start', { message_id: 'M2', model: 'one:big' }), words('Hello'))
  expect(await screen.findByText('Hello')).toBeTruthy()
  const before = vi.mocked(exchangeName).mock.calls.length
  expect(before).toBeGreaterThan(0)
  await receive(words(' there,'))
  await receive(words(' and more'))
  expect(screen.getByText('Hello there, and more')).toBeTruthy()
  expect(vi.mocked(exchangeName).mock.calls.length).toBe(before)
  await receive(frame('message.appended', { message: answer('M2') }))
  expect(vi.mocked(exchangeName).mock.calls.length).toBeGreaterThan(before)
})

test('a turn that goes on behind tools says that it waits once all of them are back', async () => {
  open()
  const call = (id: string) => ({ type: 'tool_use' as const, id, name: 'calculator', input: {} })
  const calls = message('M2', 'assistant', [call('a'), call('b')], { model: 'one:big', turn_id: 'T1' })
  const result = (id: string, of: string) =>
    message(id, 'tool', [{ type: 'tool_result', tool_use_id: of, content: [], is_error: false }], { turn_id: 'T1' })
  await receive(snapshot(), frame('message.appended', { message: message('M1', 'user', 'Hi there') }), started)
  await receive(
    frame('message.appended', { message: calls }),
    frame('message.appended', { message: result('M3', 'a') }),
  )
  expect(screen.queryByText('Waiting for the model…')).toBeNull()
  await receive(frame('message.appended', { message: result('M4', 'b') }))
  expect(screen.getByText('Waiting for the model…')).toBeTruthy()
  await receive(
    frame('message.start', { message_id: 'M5', model: 'one:big' }),
    frame('text.delta', { message_id: 'M5', content_block_index: 0, text: 'So' }),
  )
  expect(screen.queryByText('Waiting for the model…')).toBeNull()
})

test.each([
  ['paused waits for its model', { stop_reason: 'pause_turn' as const }, true],
  ['failed does not, while its turn ends', { status: 'error' as const }, false],
])('an answer that %s', async (_name, metadata, waits) => {
  open()
  const ended = message('M2', 'assistant', 'x', { model: 'one:big', turn_id: 'T1', ...metadata })
  await receive(snapshot(), frame('message.appended', { message: message('M1', 'user', 'Hi there') }), started)
  await receive(frame('message.appended', { message: ended }))
  expect(await screen.findByText('x')).toBeTruthy()
  expect(screen.queryByText('Waiting for the model…') !== null).toBe(waits)
})

test('an answer by a model that answers under a name with a date is no change of the model while it is written', async () => {
  open()
  const routing = { mode: 'manual' as const, chosen_model: 'one:big', reason: 'r', alternatives_considered: [] }
  const dated = { model: 'one:big-2026-01-01', turn_id: 'T0', routing }
  const messages = [message('M1', 'user', 'a'), message('M2', 'assistant', 'b', dated), message('M3', 'user', 'c')]
  const decided = {
    mode: 'manual' as const,
    chosen_model: 'one:big',
    reason: 'r',
    estimated_input_tokens: 1,
    chain: [],
  }
  await receive(
    snapshot({ messages }),
    frame('turn.started', { message_id: 'M3', content_hash: 'h' }),
    frame('route.decided', decided),
  )
  await receive(
    frame('message.start', { message_id: 'M4', model: 'one:big' }),
    frame('text.delta', { message_id: 'M4', content_block_index: 0, text: 'Hello' }),
  )
  expect(await screen.findByText('Hello')).toBeTruthy()
  expect(screen.queryByText(/was followed by/)).toBeNull()
  const final_content = [{ type: 'text' as const, text: 'Hello' }]
  const none = { input_tokens: 1, output_tokens: 1, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
  const took = { latency_ms: 1, time_to_first_token_ms: 1, usage: none }
  const end = { message_id: 'M4', stop_reason: 'end_turn' as const, final_content, provider: 'one', ...took }
  await receive(frame('message.complete', { ...end, model: 'one:big-2026-01-01' }))
  expect(screen.queryByText(/was followed by/)).toBeNull()
})
