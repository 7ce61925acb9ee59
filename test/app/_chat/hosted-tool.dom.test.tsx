import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { HostedToolBlock } from '#lib/canonical/hosted-tool.ts'
import { open, receive, setUpConversation } from './conversation-page.tsx'
import { frame, message, snapshot } from './frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const search: HostedToolBlock = {
  type: 'hosted_tool',
  tool: 'web_search',
  name: 'web_search',
  input: { query: 'rain today' },
  status: 'completed',
  result: {
    sources: [
      { url: 'https://a.test/rain', title: 'Rain', page_age: '2 days ago' },
      { url: 'javascript:alert(1)', title: 'Trap' },
    ],
  },
}
const failed: HostedToolBlock = { ...search, status: 'failed', result: { error: { code: 'max_uses_exceeded' } } }
const unheard: HostedToolBlock = { ...search, tool: 'other', name: 'wiki: ask', status: 'running', result: undefined }

const show = (content: ContentBlock[]) =>
  receive(snapshot({ messages: [message('M1', 'user', 'a'), message('M2', 'assistant', content)] }))

test('a search that the provider ran is a line, and opens to what it found, with safe links alone', async () => {
  open()
  await show([search])
  expect(screen.getByText('rain today')).toBeTruthy()
  expect(screen.getByText('2 results')).toBeTruthy()
  await userEvent.click(screen.getByText('Searched the web'))
  const link = screen.getByRole('link', { name: 'Rain' })
  expect(link.getAttribute('href')).toBe('https://a.test/rain')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(screen.getByText('Trap').closest('a')).toBeNull()
})

test('one that failed says why, one that never came back says so, and a tool without a name of ours is shown by its own', async () => {
  open()
  await show([failed, unheard])
  expect(screen.getByText('Failed: max_uses_exceeded')).toBeTruthy()
  expect(screen.getByText('No result')).toBeTruthy()
  expect(screen.getByText('Using a tool of the provider: wiki: ask')).toBeTruthy()
})

test('it is seen while it runs', async () => {
  open()
  await receive(snapshot(), frame('message.appended', { message: message('M1', 'user', 'Rain?') }))
  const { result: _none, ...call } = search
  const update = { message_id: 'M2', content_block_index: 0 }
  await receive(
    frame('turn.started', { message_id: 'M1', content_hash: 'h' }),
    frame('message.start', { message_id: 'M2', model: 'one:big' }),
    frame('hosted_tool.update', { ...update, block: { ...call, status: 'running' } }),
  )
  expect(await screen.findByText('Searching the web…')).toBeTruthy()
  await receive(frame('hosted_tool.update', { ...update, block: search }))
  expect(await screen.findByText('Searched the web')).toBeTruthy()
})

test('what a text stands on is listed once under the answer, and its pieces read as one text', async () => {
  open()
  const rain = { url: 'https://a.test/rain', title: 'Rain', cited_text: 'It rains.' }
  await show([
    { type: 'text', text: 'It ' },
    { type: 'text', text: 'rains', citations: [rain, rain, { title: 'b.pdf', page: 4 }] },
    { type: 'text', text: ' today.' },
  ])
  expect(await screen.findByText('It rains today.')).toBeTruthy()
  const sources = within(await screen.findByRole('region', { name: 'Sources' }))
  expect(sources.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Rain', 'b.pdf page 4'])
  expect(sources.getByRole('link').getAttribute('href')).toBe('https://a.test/rain')
})

test('they are listed once it has ended: below words that still come they would go down with each line', async () => {
  open()
  const said = { type: 'text' as const, text: 'It rains.', citations: [{ url: 'https://a.test/rain', title: 'Rain' }] }
  const question = message('M1', 'user', 'Rain?')
  const turn = { turn_id: 'T1', state: 'running' as const }
  await receive(
    snapshot({ messages: [question], turn, partial: { message_id: 'M2', model: 'one:big', content: [said] } }),
  )
  expect(await screen.findByText('It rains.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Sources' })).toBeNull()
  await receive(snapshot({ messages: [question, message('M2', 'assistant', [said])] }))
  expect(await screen.findByRole('region', { name: 'Sources' })).toBeTruthy()
})
