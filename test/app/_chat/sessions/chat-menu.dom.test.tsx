import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { toggleFolder } from '#app/_chat/sessions/open-folders.ts'
import { open, receive, setUpConversation } from '../conversation-page.tsx'
import { answer, frame, message, SESSION, snapshot } from '../frame-builder.ts'

const navigation = vi.hoisted(() => ({ replaced: [] as string[] }))
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, replace: (path: string) => navigation.replaced.push(path) }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const button = () => screen.findByRole('button', { name: 'Actions for this chat' })
const labels = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
const MESSAGES = [message('M1', 'user', 'a'), answer('M2')]
const SAID = snapshot({ messages: MESSAGES })

describe('the menu in the head of a chat', () => {
  test('has what the menu of its row has, and what only its page can do', async () => {
    open()
    await receive(SAID)
    await userEvent.click(await button())
    expect(labels()).toEqual([
      'Rename',
      'Pin',
      'Folder and tags…',
      'Archive',
      'Find in this chat',
      'Map of this chat',
      'Fork this chat',
      'Share…',
      'Export…',
      'Print…',
      'Delete',
    ])
  })

  test('offers of an empty chat nothing that needs messages', async () => {
    open()
    await receive(snapshot())
    await userEvent.click(await button())
    expect(labels()).not.toContain('Map of this chat')
    expect(labels()).not.toContain('Fork this chat')
  })

  test('offers of a temporary chat nothing that has to do with the list', async () => {
    open()
    await receive(snapshot({ messages: MESSAGES, session: { ...SESSION, temporary: true } }))
    await userEvent.click(await button())
    expect(labels()).toEqual(['Find in this chat', 'Map of this chat', 'Fork this chat', 'Share…', 'Export…', 'Print…'])
  })

  test('renames the chat where its title stands, and has the focus again', async () => {
    const server = open({ 'PATCH /api/sessions/S1': { body: { ...SESSION, title: 'Another talk' } } })
    await receive(SAID)
    await userEvent.click(await button())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    const title = screen.getByRole('textbox', { name: 'Title' })
    expect(title.closest('header')).toBeTruthy()
    await userEvent.clear(title)
    await userEvent.type(title, 'Another talk{Enter}')
    expect(server.bodyOf('PATCH /api/sessions/S1')).toEqual({ title: 'Another talk' })
    expect(document.activeElement).toBe(await button())
  })

  test('says why something could not be done, and deletes', async () => {
    const server = open({ 'DELETE /api/sessions/S1': { status: 204, body: null } })
    await receive(SAID)
    await userEvent.click(await button())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Pin' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await userEvent.click(await button())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(navigation.replaced).toEqual(['/']))
    expect(server.requests.map(({ route }) => route)).toContain('DELETE /api/sessions/S1')
  })

  test('unfolds the folder of the chat in the list, once, so that it is seen there', async () => {
    open()
    await receive(snapshot({ messages: MESSAGES, session: { ...SESSION, folder: 'Climate' } }))
    await button()
    const remembered = () => JSON.parse(localStorage.getItem('open-folders') ?? '[]') as unknown
    await waitFor(() => expect(remembered()).toEqual(['Climate']))
    toggleFolder('Climate')
    await receive(frame('session.updated', { session: { ...SESSION, folder: 'Climate', title: 'Named' } }))
    expect(remembered()).toEqual([])
    await receive(frame('session.updated', { session: { ...SESSION, folder: 'Coast' } }))
    await waitFor(() => expect(remembered()).toEqual(['Coast']))
  })
})
