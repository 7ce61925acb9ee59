import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ModelSettings } from '#app/_settings/model-settings.tsx'
import { fakeServer } from '../_chat/fake-server.ts'
import { model } from '../_chat/model-builder.ts'

afterEach(cleanup)

test('a model that names chats is chosen with its price, and what a title takes is said', async () => {
  const rates = { pricing_version: 'v1', input_per_mtok_usd: '3', output_per_mtok_usd: '15' }
  let settings: object = { title_model: 'off' }
  fakeServer({
    'GET /api/models': {
      body: { models: [model('one:big', { price: rates }), model('two:small')], default: 'one:big' },
    },
    'GET /api/settings': () => ({ body: settings }),
    'PATCH /api/settings': (body) => {
      settings = { ...settings, ...(body as object) }
      return { body: settings }
    },
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ModelSettings />
    </QueryClientProvider>,
  )
  const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'A new chat is named by' })
  const names = [...field.options].map(({ text }) => text)
  expect(names).toEqual([
    'the first words of its question',
    'its own model',
    'BIG · $3 in · $15 out',
    'SMALL · no price',
  ])
  expect(await screen.findByText('That costs nothing.')).toBeTruthy()
  await userEvent.selectOptions(field, 'one:big')
  // 800 tokens at $3 and 20 at $15 for a million, or 512.
  expect(await screen.findByText(/^≈\s\$0\.0027 a title: about 800 tokens are read and 20 written/)).toBeTruthy()
  expect(screen.getByText(/≈\s\$0\.010 at most, by a model that thinks for 512 tokens\.$/)).toBeTruthy()
  expect(settings).toEqual({ title_model: 'one:big' })
  await userEvent.selectOptions(field, 'two:small')
  expect(await screen.findByText(/^This model has no price\. A title takes about 800 tokens read/)).toBeTruthy()
})
