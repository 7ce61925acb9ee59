import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Picture } from '#app/_content/picture.tsx'

// It is loaded when it is first opened, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

const picture = (id: string) => ({
  type: 'image' as const,
  source: { kind: 'file_ref' as const, data: `attachments/${id}` },
  media_type: 'image/png',
})

test('a picture opens as large as the window, is made larger by keys, and leads to the others of its message', async () => {
  render(
    <>
      <article>
        <Picture block={picture('one')} />
        <Picture block={picture('two')} />
      </article>
      <article>
        <Picture block={picture('of another message')} />
      </article>
    </>,
  )
  const [, second] = screen.getAllByRole('link', { name: 'Attached' })
  if (second) fireEvent.click(second)
  const dialog = await screen.findByRole('dialog', { name: 'Picture' })
  const shown = () => dialog.querySelector('img')
  expect(shown()?.getAttribute('src')).toBe('/api/attachments/two')
  expect(dialog.textContent).toBe('2 of 2, 100\u00a0%')
  fireEvent.keyDown(dialog.firstElementChild ?? dialog, { key: '+' })
  expect(shown()?.style.width).toBe('150%')
  fireEvent.keyDown(dialog.firstElementChild ?? dialog, { key: '0' })
  fireEvent.keyDown(dialog.firstElementChild ?? dialog, { key: 'ArrowRight' })
  expect(shown()?.getAttribute('src')).toBe('/api/attachments/one')
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/api/attachments/one')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a click with a key that means another tab is left to the browser', () => {
  render(<Picture block={picture('one')} />)
  const taken: boolean[] = []
  // Nothing is loaded here.
  const onClick = (event: Event) => {
    taken.push(event.defaultPrevented)
    event.preventDefault()
  }
  document.addEventListener('click', onClick)
  fireEvent.click(screen.getByRole('link'), { ctrlKey: true })
  fireEvent.click(screen.getByRole('link'))
  document.removeEventListener('click', onClick)
  expect(taken).toEqual([false, true])
})

test('two fingers that go apart make it larger, also where the browser gave each of them to the picture first', async () => {
  Element.prototype.setPointerCapture = () => undefined
  render(<Picture block={picture('one')} />)
  fireEvent.click(screen.getByRole('link'))
  const dialog = await screen.findByRole('dialog', { name: 'Picture' })
  const shown = within(dialog).getByAltText('Attached')
  for (const [pointerId, clientX] of [1, 2].map((id) => [id, id * 100] as const)) {
    fireEvent.pointerDown(shown, { pointerId, clientX, button: 0 })
    fireEvent.lostPointerCapture(shown, { pointerId, clientX })
  }
  fireEvent.pointerMove(shown, { pointerId: 2, clientX: 300 })
  expect(dialog.textContent).toBe('200\u00a0%')
  fireEvent.pointerUp(shown, { pointerId: 2 })
  fireEvent.pointerMove(shown, { pointerId: 1, clientX: 0 })
  expect(dialog.textContent).toBe('200\u00a0%')
})
