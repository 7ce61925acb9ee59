import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { KeyForm } from '#app/_providers/key-form.tsx'
import type { Provider } from '#lib/api/provider.ts'
import { fakeServer } from '../_chat/fake-server.ts'
import { provider } from './provider-builder.ts'

const KEY = 'one-0123456789'
const ONE = provider('one', { label: 'One', key_starts: ['one-'] })
const TWO = provider('two', { label: 'Two', key_starts: ['tw-'] })
const OTHER = provider('other', { label: 'Other', key_starts: ['tw-'] })

afterEach(cleanup)

function open(answers: Parameters<typeof fakeServer>[0] = {}, of?: Provider) {
  const server = fakeServer(answers)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KeyForm providers={[ONE, TWO, OTHER]} {...(of && { of })} />
    </QueryClientProvider>,
  )
  return server
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Key/)
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Try and keep' })

test('a pasted key says whose it is, is tried, and is in the page no more once it is kept', async () => {
  const trial = { works: true, problem: null, message: 'One: 9 models.', models: 9 }
  const server = open({ 'PUT /api/providers/one/key': { body: { provider: { ...ONE, models: 9 }, trial } } })
  expect(button().disabled).toBe(true)
  await userEvent.click(field())
  await userEvent.paste(` ${KEY} `)
  expect(screen.getByText('This is a key of One.')).toBeTruthy()
  expect(document.body.innerHTML).not.toContain(KEY)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('One: 9 models, in the picker from now on.')).toBeTruthy()
  expect(server.bodyOf('PUT /api/providers/one/key')).toEqual({ key: KEY })
  expect(field().value).toBe('')
})

test('a key that was pasted before the scripts were there, and before it was known what keys look like, says whose it is', async () => {
  const page = (providers: readonly Provider[]) => (
    <QueryClientProvider client={new QueryClient()}>
      <KeyForm providers={providers} />
    </QueryClientProvider>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page([]))
  field().value = KEY
  const { rerender } = render(page([]), { container, hydrate: true })
  expect(field().value).toBe(KEY)
  expect(screen.queryByText('This is a key of One.')).toBeNull()
  rerender(page([ONE, TWO, OTHER]))
  expect(await screen.findByText('This is a key of One.')).toBeTruthy()
  expect(button().disabled).toBe(false)
})

test('a refused key says why, stays in its field, and can be kept all the same', async () => {
  const error = { code: 'provider_refused', message: 'One refuses this key (401).' }
  const server = open({
    'PUT /api/providers/one/key': (body) =>
      (body as { keep_anyway?: boolean }).keep_anyway
        ? {
            body: {
              provider: ONE,
              trial: { works: false, problem: 'key_refused', message: error.message, models: null },
            },
          }
        : { status: 422, body: { error } },
  })
  await userEvent.type(field(), KEY)
  await userEvent.click(button())
  expect(await screen.findByText('One refuses this key (401). Nothing was stored.')).toBeTruthy()
  expect(field().value).toBe(KEY)
  await userEvent.click(screen.getByRole('button', { name: 'Keep it anyway' }))
  expect(await screen.findByText('One is kept. One refuses this key (401).')).toBeTruthy()
  expect(server.requests.map(({ body }) => body)).toEqual([{ key: KEY }, { key: KEY, keep_anyway: true }])
})

test('a key that several may have given asks whose it is', async () => {
  open()
  await userEvent.type(field(), 'tw-0123')
  expect(button().disabled).toBe(true)
  const choice = screen.getByRole('combobox', { name: /Several providers have such keys/ })
  expect([...choice.querySelectorAll('option')].map(({ text }) => text)).toEqual(['Choose a provider', 'Two', 'Other'])
  await userEvent.selectOptions(choice, 'Other')
  expect(button().disabled).toBe(false)
})

test('a server of one’s own may be set up by its address alone', async () => {
  const server = open({}, provider('here', { label: 'Here', needs: 'address', usual_address: 'http://127.0.0.1:1' }))
  await userEvent.click(button())
  expect(server.bodyOf('PUT /api/providers/here/key')).toEqual({ base_url: 'http://127.0.0.1:1' })
})
