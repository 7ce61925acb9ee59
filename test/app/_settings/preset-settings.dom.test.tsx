import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PresetSettings } from '#app/_settings/preset-settings.tsx'
import { fakeServer } from '../_chat/fake-server.ts'
import { model } from '../_chat/model-builder.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

afterEach(cleanup)

const MODELS = [
  model('one:thinker', { efforts: ['low', 'high'] }),
  model('two:keyless', { configured: false, provider_label: 'Two' }),
]
const PRESET = {
  id: 'P1',
  name: 'Brief',
  model: 'one:thinker',
  system_prompt: 'Be brief.',
  settings: { temperature: 0.5 },
}

function open(presets: object[], answers: Parameters<typeof fakeServer>[0] = {}) {
  let kept = presets
  const server = fakeServer({
    'GET /api/models': { body: { models: MODELS, default: 'one:thinker' } },
    'GET /api/presets': () => ({ body: { presets: kept } }),
    'POST /api/presets': (body) => {
      const made = { id: 'P9', ...(body as object) }
      kept = [...kept, made]
      return { status: 201, body: made }
    },
    'PATCH /api/presets/P1': (body) => ({ body: { ...PRESET, ...(body as object) } }),
    'DELETE /api/presets/P1': () => {
      kept = []
      return { status: 204, body: null }
    },
    ...answers,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PresetSettings />
    </QueryClientProvider>,
  )
  return server
}

const button = (name: string) => screen.findByRole('button', { name })
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the preset' })

test('a preset is made from all that a chat may begin with, and is listed', async () => {
  const server = open([])
  expect(await screen.findByText('No presets yet.')).toBeTruthy()
  await userEvent.click(await button('New preset'))
  expect(document.activeElement).toBe(name())
  await userEvent.type(name(), 'To German')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'THINKER (one)')
  await userEvent.type(screen.getByRole('textbox', { name: 'System prompt' }), 'Translate.')
  await userEvent.click(screen.getByRole('radio', { name: 'High' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Temperature' }), '0,3')
  await userEvent.type(screen.getByRole('textbox', { name: 'Answer length' }), '400')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Offer tools to the model' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ask another model if this one does not answer' }))
  await userEvent.click(await button('Save'))
  const row = (await screen.findByRole('heading', { name: 'To German' })).closest('li') as HTMLElement
  expect(server.bodyOf('POST /api/presets')).toEqual({
    name: 'To German',
    model: 'one:thinker',
    system_prompt: 'Translate.',
    settings: { reasoning_effort: 'high', temperature: 0.3, max_output_tokens: 400, tools: false, fallback: true },
  })
  expect(row.textContent).toContain('THINKER, effort high, temperature 0.3, at most 400 tokens, no tools')
  expect(within(row).getByRole('link', { name: 'Start a chat with To German' }).getAttribute('href')).toBe(
    '/?preset=P9',
  )
  expect(document.activeElement).toBe(await button('New preset'))
})

test('what is wrong is said by its field before anything is sent', async () => {
  const server = open([PRESET])
  await userEvent.click(await button('Edit Brief'))
  await userEvent.clear(name())
  await userEvent.click(await button('Save'))
  expect(screen.getByText('Give it a name first.').closest('div')?.contains(name())).toBe(true)
  expect(document.activeElement).toBe(name())
  await userEvent.type(name(), 'Warm')
  const temperature = screen.getByRole('textbox', { name: 'Temperature' })
  await userEvent.clear(temperature)
  await userEvent.type(temperature, '2.5')
  expect(screen.getByText('Between 0 and 2, or empty.')).toBeTruthy()
  await userEvent.click(await button('Save'))
  expect(document.activeElement).toBe(temperature)
  expect(server.requests.filter(({ route }) => !route.startsWith('GET'))).toEqual([])
})

test('only what was changed is sent: another window may have changed the rest', async () => {
  const server = open([PRESET])
  await userEvent.click(await button('Edit Brief'))
  await userEvent.clear(screen.getByRole('textbox', { name: 'Temperature' }))
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(server.bodyOf('PATCH /api/presets/P1')).toEqual({ settings: { temperature: null } }))
  expect(screen.queryByRole('form')).toBeNull()
  expect(document.activeElement).toBe(await button('Edit Brief'))
})

test('a name that is taken is said by the name, and one that is gone is kept as a new one', async () => {
  const error = (status: number, code: string) => ({
    status,
    body: { error: { code, message: 'as the server says it' } },
  })
  let answer = error(409, 'name_taken')
  const server = open([PRESET], { 'PATCH /api/presets/P1': () => answer })
  await userEvent.click(await button('Edit Brief'))
  await userEvent.type(name(), 'er')
  await userEvent.click(await button('Save'))
  expect(
    (await screen.findByText('Another preset has this name. Give this one another.')).closest('div')?.contains(name()),
  ).toBe(true)
  expect(document.activeElement).toBe(name())
  answer = error(404, 'not_found')
  await userEvent.click(await button('Save'))
  expect(await screen.findByText(/was deleted elsewhere/)).toBeTruthy()
  await userEvent.click(await button('Save'))
  await waitFor(() =>
    expect(server.bodyOf('POST /api/presets')).toMatchObject({ name: 'Briefer', model: 'one:thinker' }),
  )
})

test('a model that is gone or has no key is said, stays chosen, and keeps nothing else from being changed', async () => {
  open([
    { ...PRESET, model: 'old:gone' },
    { ...PRESET, id: 'P2', name: 'Keyless', model: 'two:keyless' },
  ])
  expect(await screen.findByText(/^gone is not here\./)).toBeTruthy()
  expect(screen.getByText(/^Two is not set up, so KEYLESS cannot answer\./)).toBeTruthy()
  await userEvent.click(await button('Edit Brief'))
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Model' }).selectedOptions[0]?.text).toBe(
    'gone (not here)',
  )
})

test('a deletion asks first, and nothing is deleted by Enter alone', async () => {
  const server = open([PRESET])
  await userEvent.click(await button('Delete Brief'))
  expect(screen.getByText('Delete “Brief”? Chats that began with it stay what they are.')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByText(/^Delete “Brief”/)).toBeNull()
  expect(server.requests.some(({ route }) => route.startsWith('DELETE'))).toBe(false)
  await userEvent.click(await button('Delete Brief'))
  const question = screen.getByRole('group', { name: 'Delete Brief' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No presets yet.')).toBeTruthy()
  expect(document.activeElement).toBe(await button('New preset'))
})
