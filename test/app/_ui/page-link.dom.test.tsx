import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PageLink } from '#app/_ui/page-link.tsx'

const push = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))

/** Whether the browser is left to follow the link by itself. */
async function click(keys: string, onClick?: (event: { preventDefault: () => void }) => void) {
  push.mockClear()
  let left: boolean | undefined
  const onWindow = (event: MouseEvent) => {
    left = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', onWindow)
  const { unmount } = render(
    <PageLink href="/c/S1" onClick={onClick}>
      A chat
    </PageLink>,
  )
  const user = userEvent.setup()
  if (keys) await user.keyboard(keys)
  await user.click(screen.getByRole('link', { name: 'A chat' }))
  unmount()
  window.removeEventListener('click', onWindow)
  return { left, pushed: push.mock.calls.flat() }
}

test('a link leads to another page without leaving this one', async () => {
  expect(await click('')).toEqual({ left: false, pushed: ['/c/S1'] })
})

test('a link that is opened elsewhere is the browser’s, and one that is taken for something else leads nowhere', async () => {
  expect(await click('{Control>}')).toEqual({ left: true, pushed: [] })
  expect(await click('{Meta>}')).toEqual({ left: true, pushed: [] })
  expect(await click('', (event) => event.preventDefault())).toEqual({ left: false, pushed: [] })
})
