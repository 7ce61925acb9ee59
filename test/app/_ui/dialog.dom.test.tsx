import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '#app/_ui/dialog.tsx'

afterEach(cleanup)

const dialog = (onClose: () => void) => (
  <Dialog label="Sure?" onClose={onClose}>
    Yes or no
  </Dialog>
)

test('a dialog that the browser has closed without asking is closed for the page as well', () => {
  const onClose = vi.fn()
  render(dialog(onClose))
  screen.getByRole<HTMLDialogElement>('dialog').close()
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a dialog that the page takes away has nothing to say', () => {
  const onClose = vi.fn()
  render(dialog(onClose)).unmount()
  expect(onClose).not.toHaveBeenCalled()
})
