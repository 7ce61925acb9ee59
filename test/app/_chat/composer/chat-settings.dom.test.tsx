import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { effortAt } from '#app/_chat/composer/effort-label.ts'
import { english } from '#app/_texts/english/first.ts'
import { open, receive, setUpConversation } from '../conversation-page.tsx'
import { SESSION, snapshot } from '../frame-builder.ts'
import { model } from '../model-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const PATCH = 'PATCH /api/sessions/S1'
const MODELS = {
  body: {
    models: [
      model('one:thinker', { efforts: ['low', 'medium', 'high'] }),
      model('two:plain', { takes_temperature: false }),
    ],
    default: 'one:thinker',
  },
}
const opened = async (fields: Partial<typeof SESSION> = {}) => {
  let session = { ...SESSION, ...fields }
  const server = open({
    'GET /api/models': MODELS,
    [PATCH]: (body) => {
      const { settings, ...others } = body as Partial<typeof SESSION>
      session = { ...session, ...others, settings: { ...session.settings, ...settings } }
      return { body: session }
    },
  })
  await receive(snapshot({ session }))
  return server
}
const bodies = (server: Awaited<ReturnType<typeof opened>>) =>
  server.requests.flatMap(({ route, body }) => (route === PATCH ? [body] : []))

test('what a chat is asked for is kept as a preset under a name; a name that is taken is said by the field', async () => {
  const taken = { status: 409, body: { error: { code: 'name_taken', message: 'as the server says it' } } }
  let attempts = 0
  const settings = { temperature: 0.4 }
  const session = { ...SESSION, settings, system_prompt: 'Be brief.' }
  const server = open({
    'GET /api/models': MODELS,
    'GET /api/presets': { body: { presets: [] } },
    'POST /api/presets': (body) =>
      attempts++ === 0 ? taken : { status: 201, body: { id: 'P1', ...(body as object) } },
  })
  await receive(snapshot({ session }))
  await userEvent.click(await screen.findByRole('button', { name: /^Chat settings/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save as preset…' }))
  const name = screen.getByRole('textbox', { name: 'Name of the preset' })
  expect(document.activeElement).toBe(name)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Give it a name first.')
  await userEvent.type(name, 'Brief{Enter}')
  expect(
    (await screen.findByText('Another preset has this name. Give this one another.')).closest('form')?.contains(name),
  ).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name of the preset' })))
  await userEvent.keyboard('er{Enter}')
  expect(await screen.findByText(/^Kept as “Briefer”\./)).toBeTruthy()
  const bodies = server.requests.flatMap(({ route, body }) => (route === 'POST /api/presets' ? [body] : []))
  const rest = { model: 'one:thinker', system_prompt: 'Be brief.', settings }
  expect(bodies).toEqual([
    { name: 'Brief', ...rest },
    { name: 'Briefer', ...rest },
  ])
})

describe('what an effort means for a model', () => {
  const thinker = { label: 'T', efforts: ['low', 'high'] as const }
  test.each([
    [null, { effort: null, note: null }],
    ['low', { effort: 'low', note: null }],
    ['medium', { effort: 'high', note: 'Medium is chosen; of T High is asked.' }],
    ['max', { effort: 'high', note: 'Max is chosen; of T High is asked.' }],
    ['none', { effort: 'low', note: 'Off is chosen; of T Low is asked.' }],
  ] as const)('%s', (chosen, means) => {
    expect(effortAt(english, chosen, thinker)).toEqual(means)
  })

  test('nothing, and why, where the model has none', () => {
    const plain = { label: 'P', efforts: [] }
    expect(effortAt(english, null, plain)).toEqual({ effort: null, note: 'P cannot be asked how much to reason.' })
    expect(effortAt(english, 'high', plain).note).toBe(
      'P cannot be asked how much to reason. Your choice, High, is kept for models that can.',
    )
  })
})

test('the effort is chosen beside the model among those that it has, by keyboard', async () => {
  const server = await opened()
  const button = await screen.findByRole('button', { name: 'Reasoning effort: Default' })
  await userEvent.click(button)
  const names = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
  expect(names).toEqual(['Defaultas the model does', 'Low', 'Medium', 'High'])
  expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: /Default/ }))
  await userEvent.keyboard('{End}{Enter}')
  expect(bodies(server)).toEqual([{ settings: { reasoning_effort: 'high' } }])
  await waitFor(() => expect(button.getAttribute('aria-label')).toBe('Reasoning effort: High'))
  expect(document.activeElement).toBe(button)
  expect(localStorage.getItem('chat-settings')).toBe('{"reasoning_effort":"high"}')
})

test('a model without efforts and temperature says so, and what was chosen stays', async () => {
  await opened({ active_model: 'two:plain', settings: { reasoning_effort: 'high', temperature: 0.3 } })
  await screen.findByText(/PLAIN cannot be asked how much to reason. Your choice, High, is kept/)
  expect(screen.getByText('PLAIN takes no temperature: it is left out.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reasoning effort: none for this model' }))
  expect(screen.getByRole('dialog', { name: 'Reasoning effort' }).textContent).toMatch(/cannot be asked/)
})

test('every other setting is in one place; what is typed is taken over, also by closing, and what is wrong is said', async () => {
  const server = await opened()
  await userEvent.click(await screen.findByRole('button', { name: 'Chat settings' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Chat settings' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Low' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Offer tools to the model' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Temperature' }), '7')
  expect(dialog.getByText('Between 0 and 2, or empty.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Temperature' }), '{Backspace}0,5')
  await userEvent.type(dialog.getByRole('textbox', { name: 'System prompt' }), 'Be brief.')
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(bodies(server)).toEqual(
      expect.arrayContaining([
        { settings: { reasoning_effort: 'low' } },
        { settings: { tools: false } },
        { settings: { temperature: 0.5 } },
        { system_prompt: 'Be brief.' },
      ]),
    ),
  )
  await screen.findByRole('button', { name: 'Chat settings: effort low, temperature 0.5, no tools, system prompt' })
})
