import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ACCEPTED, field, open, receive, setUpConversation, TURNS } from '../conversation-page.tsx'
import { message, snapshot } from '../frame-builder.ts'
import { model } from '../model-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()
beforeEach(() => history.replaceState(null, '', '/c/S1'))

const COMPARISONS = 'POST /api/sessions/S1/comparisons'
const started = (id: string, name: string) => ({ turn_id: `T-${id}`, message_id: id, model: name })
const MODELS = ['big', 'small', 'third', 'fourth', 'fifth'].map((name) => model(`one:${name}`, { aliases: [name] }))
const ANSWERS = { 'GET /api/models': { body: { models: MODELS, default: 'one:big' } } }

const chips = () => within(screen.getByRole('list', { name: 'Side by side' }))
const search = () => screen.getByRole('combobox', { name: 'Search models' })
const chosen = () =>
  screen.getAllByRole('option', { selected: true }).map(({ textContent }) => /^[A-Z]+/.exec(textContent)?.[0])

async function openCompare() {
  await userEvent.click(await screen.findByRole('button', { name: /^Model: BIG/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Compare with…/ }))
}

test('models to compare are chosen in the picker by keyboard, beside the one of the chat, and asked the same', async () => {
  const { bodyOf } = open({
    ...ANSWERS,
    [COMPARISONS]: { status: 202, body: { turns: [started('M1', 'one:big'), started('M2', 'one:small')] } },
  })
  await receive(snapshot())
  await openCompare()
  expect(document.activeElement).toBe(search())
  expect(chosen()).toEqual(['BIG'])
  const ask = screen.getByRole<HTMLButtonElement>('button', { name: 'Ask side by side' })
  expect(ask.disabled).toBe(true)
  await userEvent.keyboard('small{Enter}')
  expect(screen.getByText('2 of 4 chosen')).toBeTruthy()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.queryByRole('dialog', { name: 'Choose a model' })).toBeNull()
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('@big @small ')
  expect(
    chips()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['BIG', 'SMALL'])
  await userEvent.type(field(), 'Why?{Enter}')
  await waitFor(() => expect(location.search).toBe('?compare=M1,M2'))
  expect(bodyOf(COMPARISONS)).toEqual({ content: [{ type: 'text', text: 'Why?' }], models: ['one:big', 'one:small'] })
})

test('a fourth is the last; those that are chosen can be taken back, there and under the question', async () => {
  open(ANSWERS)
  await receive(snapshot())
  await userEvent.type(field(), 'Why?')
  await openCompare()
  for (const name of [/^SMALL/, /^THIRD/, /^FOURTH/]) await userEvent.click(screen.getByRole('option', { name }))
  expect(document.activeElement).toBe(search())
  expect(screen.getByText('4 of 4 chosen')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('option', { name: /^FIFTH/ }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('option', { name: /^THIRD/ }))
  expect(chosen()).toEqual(['BIG', 'SMALL', 'FOURTH'])
  await userEvent.click(screen.getByRole('button', { name: 'Ask side by side' }))
  expect(field().value).toBe('@big @small @fourth Why?')

  screen.getByRole('button', { name: 'Do not ask SMALL' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(field().value).toBe('@big @fourth Why?')
  expect(document.activeElement).toBe(field())
  await userEvent.click(screen.getByRole('button', { name: 'Do not ask FOURTH' }))
  expect(within(screen.getByRole('list', { name: 'For this message only' })).getByText('BIG')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Do not ask BIG' }))
  expect(field().value).toBe('Why?')
  expect(screen.queryByRole('list', { name: 'For this message only' })).toBeNull()
})

test('who opens it again finds what is chosen, and the way back leads to the models of the chat', async () => {
  open(ANSWERS)
  await receive(snapshot())
  await userEvent.type(field(), '@small @third Why?')
  await openCompare()
  expect(chosen()).toEqual(['SMALL', 'THIRD'])
  await userEvent.click(screen.getByRole('button', { name: 'Back to one model' }))
  expect(screen.getByRole('option', { name: /^Automatic/ })).toBeTruthy()
  expect(field().value).toBe('@small @third Why?')
})

test('under an answer another model is asked the same too, and both stand side by side', async () => {
  const { bodyOf } = open({ ...ANSWERS, [TURNS]: { ...ACCEPTED, body: { turn_id: 'T3', message_id: 'M3' } } })
  await receive(
    snapshot({
      messages: [message('M1', 'user', 'Why?'), message('M2', 'assistant', 'Because.', { model: 'one:big' })],
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ask another model too' }))
  expect(screen.queryByRole('button', { name: /^Compare with…/ })).toBeNull()
  await userEvent.keyboard('small{Enter}')
  await waitFor(() => expect(location.search).toBe('?compare=M1,M3'))
  expect(bodyOf(TURNS)).toEqual({ content: [{ type: 'text', text: 'Why?' }], parent_id: null, model: 'one:small' })
})

test('one that is refused under an answer is said, and leaves the conversation as it was', async () => {
  const refusal = { error: { code: 'no_model', message: 'SMALL has no key' } }
  open({ ...ANSWERS, [TURNS]: { status: 422, body: refusal } })
  await receive(
    snapshot({
      messages: [message('M1', 'user', 'Why?'), message('M2', 'assistant', 'Because.', { model: 'one:big' })],
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ask another model too' }))
  await userEvent.keyboard('small{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('SMALL has no key')
  expect(location.search).toBe('')
  expect(screen.getAllByRole('article', { name: 'You' })).toHaveLength(1)
})
