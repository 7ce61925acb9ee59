import { expect, type Page } from '@playwright/test'
import { chatPage, test, untilLonger, untilSeen } from './chat-page.ts'
import { apiClient } from './client.ts'

test('everything is done by keyboard alone: chat, stop, choose a model, move between chats, rename, delete', async ({
  page,
  baseURL,
}, { repeatEachIndex }) => {
  const chat = chatPage(page)
  const first = `Keyboard ${repeatEachIndex} goes here`
  const second = `Keyboard ${repeatEachIndex} was here`
  const { keyboard } = page
  await chat.open('/')
  await expect(chat.field).toBeFocused()
  await keyboard.type('very long, by keyboard')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  await expect(chat.field).toBeFocused()
  await untilLonger(() => chat.answer.textContent(), 0, 100)
  await keyboard.press('Escape')
  await chat.ended()
  await expect(chat.field).toBeFocused()

  await test.step('a line break is no sending', async () => {
    await keyboard.type('one')
    await keyboard.press('Shift+Enter')
    await keyboard.type('two')
    await expect(chat.field).toHaveValue('one\ntwo')
    await chat.field.fill('')
  })

  await test.step('chooses a model', async () => {
    await tabTo(page, /^Model: /)
    const before = await chat.picker.getAttribute('aria-label')
    await keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Search models' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(chat.picker).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Search models' })).toBeFocused()
    await keyboard.type('demo:openai')
    await keyboard.press('Enter')
    await expect(chat.picker).not.toHaveAccessibleName(before ?? '')
    await expect(chat.picker).toBeFocused()
  })

  await test.step('reads why a model was chosen, and comes back', async () => {
    await keyboard.press('/')
    await expect(chat.field).toBeFocused()
    await tabTo(page, /^Why this model$/, 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Why this model' })).toBeVisible()
    await keyboard.press('Escape')
    expect(await focused(page)).toMatchObject({ name: 'Why this model', marked: true })
  })

  const other = await apiClient(baseURL ?? '').newSession({ title: first })
  await page.reload()
  await expect(chat.field).toBeFocused()

  await test.step('moves to another chat', async () => {
    await tabTo(page, new RegExp(`^${first}$`), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(`/c/${other}`)
    await expect(chat.field).toBeFocused()
  })

  await test.step('renames it', async () => {
    await tabTo(page, new RegExp(`^Actions for ${first}$`), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await keyboard.type(second)
    await keyboard.press('Enter')
    await expect(chat.chats.getByRole('link', { name: second })).toBeFocused()
  })

  await test.step('deletes it', async () => {
    await tabTo(page, new RegExp(`^Actions for ${second}$`))
    const remove = async () => {
      await keyboard.press('Enter')
      await keyboard.press('End')
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
      await keyboard.press('Enter')
      await expect(page).toHaveURL('/')
      await expect(chat.field).toBeFocused()
    }
    await remove()
    await tabTo(page, /^Undo$/, 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(`/c/${other}`)
    await expect(chat.field).toBeFocused()
    await tabTo(page, new RegExp(`^Actions for ${second}$`), 'Shift+Tab')
    await remove()
  })

  await test.step('begins a new chat from anywhere', async () => {
    await page.goBack()
    await keyboard.press('Control+Shift+KeyO')
    await expect(page).toHaveURL('/')
    await expect(chat.field).toBeFocused()
  })
})

test('a press that comes right after a layer was closed is not lost', async ({ page }) => {
  const chat = chatPage(page)
  const { keyboard } = page
  const search = page.getByRole('combobox', { name: 'Search models' })
  await chat.open('/')
  await chat.send('very long, by a quick hand')
  await expect(chat.stopButton).toBeVisible()
  await chat.picker.focus()

  await test.step('Enter opens it again, however soon', async () => {
    await Promise.all(['Enter', 'Escape', 'Enter', 'Escape', 'Enter'].map((key) => keyboard.press(key)))
    await expect(search).toBeFocused()
    // In one task: no event can tell the page in between that the browser has closed it.
    await search.evaluate((field) => {
      const layer = field.closest<HTMLElement>('[popover]')
      const button = document.querySelector<HTMLElement>('[aria-label^="Model: "]')
      layer?.hidePopover()
      button?.click()
    })
    await expect(search).toBeFocused()
    await keyboard.press('Escape')
    await expect(chat.picker).toBeFocused()
  })

  await test.step('a press on the button closes it, and does not open it again', async () => {
    await chat.picker.click()
    await expect(search).toBeFocused()
    await chat.picker.click()
    expect(await page.locator(':popover-open').count()).toBe(0)
    await expect(page.locator('[popover]')).toHaveCount(0)
    await chat.picker.click()
    await expect(search).toBeFocused()
  })

  await test.step('the next Escape stops the answer', async () => {
    await search.evaluate((field) => {
      field.closest<HTMLElement>('[popover]')?.hidePopover()
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    await chat.ended()
    await expect(chat.exchange.getByText('Stopped. What had arrived is kept.')).toBeVisible()
  })
})

test('the focus goes through the whole page, is always seen, and everything it meets has a name', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('calculate 2*3')
  await chat.ended()
  await page.reload()
  await chat.ended()
  const seen: string[] = []
  // From the message field to the end of the page, and then once through all of it.
  for (let ends = 0; ends < 2; ) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (at === null) {
      ends += 1
      if (ends === 1) seen.length = 0
      continue
    }
    expect(at, `after ${seen.at(-1)}`).toMatchObject({ name: expect.stringMatching(/\S/), marked: true })
    seen.push(at.name)
    expect(seen.length).toBeLessThan(400)
  }
  expect(seen[0]).toBe('Skip to the message field')
  expect(seen).toEqual(expect.arrayContaining(['New chat', 'Attach pictures or files', 'Send', 'Why this model']))

  for (const role of ['button', 'link', 'textbox', 'img', 'region', 'group'] as const) {
    // Asked at once: what comes and goes while the page is scrolled needs a name as long as it is there.
    await expect(page.getByRole(role, { name: /^\s*$/ })).toHaveCount(0)
  }
  for (const landmark of ['main', 'navigation', 'complementary'] as const) {
    await expect(page.getByRole(landmark)).toHaveCount(1)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('calculate 2*3')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(ids).toEqual([...new Set(ids)])
})

test('a screen reader hears when an answer begins, ends or fails, and not each word', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  await chat.send('hello')
  await chat.ended()
  await expect(page.getByRole('log', { name: 'Conversation' })).toHaveAttribute('aria-live', 'off')
  const status = page.getByRole('main').getByRole('status').last()
  await expect(status).not.toHaveText('The model is answering.')
  await Promise.all([untilSeen(page, 'The model is answering.'), chat.send('think about sounds')])
  await chat.ended()
  await expect(status).toHaveText('The answer is finished.')
  await chat.send('fault auth')
  await expect(status).toHaveText('The provider refused the key')
})

/** Presses Tab until what has the focus has this name; the focus is marked on the way. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  while (passed.length < 200) {
    await page.keyboard.press(key)
    const at = await focused(page)
    if (at && name.test(at.name)) return expect(at).toMatchObject({ marked: true })
    passed.push(at?.name ?? '(outside)')
  }
  throw new Error(`${name} was not reached by ${key}, only: ${passed.join(', ')}`)
}

/** What has the focus and whether one can see that it has; `null` when that is nothing on the page. */
function focused(page: Page): Promise<{ name: string; marked: boolean } | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const style = getComputedStyle(element)
    const { width, height, top, bottom } = element.getBoundingClientRect()
    const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
    // A text field shows its caret.
    const marked = outlined || element.matches('textarea, input[type="text"], input:not([type])')
    const visible = width > 1 && height > 1 && bottom > 0 && top < innerHeight && style.opacity !== '0'
    const name =
      element.getAttribute('aria-label') ??
      (element.matches('pre, :has(> [role="log"])') ? 'scrolls' : element.textContent)
    return { name: name.trim(), marked: marked && visible }
  })
}

test('search, commands and the shortcuts open on every page, and lead to every other', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/settings/data')
  await expect(page.locator('main button:enabled').first()).toBeVisible()
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await keyboard.press('Escape')
  await keyboard.press('Control+k')
  await keyboard.type('cost statistics')
  await expect(page.getByRole('option', { name: 'Administration: Usage' })).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/usage')
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search chats, messages and commands' })).toBeFocused()
  await keyboard.type('incognito')
  await expect(page.getByRole('option', { name: 'Temporary chat' })).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('switch', { name: 'Temporary' })).toBeChecked()
})
