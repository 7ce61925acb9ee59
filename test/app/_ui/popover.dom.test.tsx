import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { Popover } from '#app/_ui/popover.tsx'
import { deliverToggles } from '#test/support/native-popover.ts'

afterEach(cleanup)

function open() {
  render(
    <Popover label="Choices" trigger={(props) => <button {...props}>Choose</button>}>
      {(close) => (
        <>
          <input aria-label="Search" />
          <button type="button" onClick={close}>
            Done
          </button>
        </>
      )}
    </Popover>,
  )
}

const button = () => screen.getByRole('button', { name: 'Choose' })
const panel = () => screen.queryByRole('dialog', { name: 'Choices' })
const isOpen = () => panel()?.matches(':popover-open') === true
const search = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' })

/** What a browser does on Escape: the element closes at once, the event that says so comes in a later task. */
const dismiss = () => panel()?.hidePopover()

test('a press opens it, with the focus inside; another closes it, with the focus back on the button', async () => {
  open()
  await userEvent.click(button())
  expect({ open: isOpen(), focus: document.activeElement }).toEqual({ open: true, focus: search() })
  await userEvent.click(button())
  expect({ panel: panel(), focus: document.activeElement }).toEqual({ panel: null, focus: button() })
})

test('it is open as soon as the press is over: the next key is meant for it', () => {
  open()
  act(() => {
    button().click()
    expect(document.activeElement).toBe(search())
    button().click()
    expect(isOpen()).toBe(false)
    button().click()
    expect(document.activeElement).toBe(search())
  })
})

describe('a press right after the browser has closed it', () => {
  test('opens it again, empty, before the news of that closing and after them', async () => {
    open()
    await userEvent.click(button())
    await userEvent.type(search(), 'gpt')
    dismiss()
    act(() => button().click())
    expect({ open: isOpen(), focus: document.activeElement, text: search().value }).toEqual({
      open: true,
      focus: search(),
      text: '',
    })
    act(deliverToggles)
    expect(isOpen()).toBe(true)
    act(() => button().click())
    expect(panel()).toBeNull()
  })

  test('does so as well after a choice closed it', async () => {
    open()
    await userEvent.click(button())
    act(() => {
      screen.getByRole('button', { name: 'Done' }).click()
      button().click()
    })
    act(deliverToggles)
    expect({ open: isOpen(), focus: document.activeElement }).toEqual({ open: true, focus: search() })
  })
})

test('its content goes once the browser says that it has closed it', async () => {
  open()
  await userEvent.click(button())
  dismiss()
  act(deliverToggles)
  expect(panel()).toBeNull()
  expect(button().getAttribute('aria-expanded')).toBe('false')
})
