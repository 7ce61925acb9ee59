import { expect } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pngOf } from './picture.ts'

test('a chat appears in the list with its first words, is marked while it is answered, and carries its cost after', async ({
  page,
}, { project, repeatEachIndex }) => {
  const chat = chatPage(page)
  const words = `help me with the list on a ${project.name} (${repeatEachIndex})`
  await chat.open('/')
  await chat.send(words)
  await chat.showChats()
  const row = chat.chats.getByRole('link', { name: words })
  await expect(row).toHaveAccessibleName(/^Answering: /)
  await expect(row).toHaveAttribute('aria-current', 'page')
  await expect(row).not.toHaveAccessibleName(/^Answering: /, { timeout: 15_000 })
  await expect(row.getByTitle(/^Cost: \$0\.\d+/)).toBeVisible()
  await expect(page).toHaveTitle(`${words} · Metis`)
})

test('a chat is renamed in place, and deleted at once, with a way back', async ({ page, baseURL }, {
  repeatEachIndex,
}) => {
  const api = apiClient(baseURL ?? '')
  const name = `name (${repeatEachIndex})`
  const id = await api.newSession({ title: `Old ${name}` })
  const chat = chatPage(page)
  await chat.open(`/c/${id}`)
  await chat.showChats()
  const actions = () => page.getByRole('button', { name: /^Actions for (Old|New) name/ })
  const row = chat.chats.getByRole('listitem').filter({ hasText: name })

  await row.hover()
  await actions().and(row.getByRole('button')).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(`New ${name}`)
  await page.keyboard.press('Enter')
  await expect(row.getByRole('link')).toContainText(`New ${name}`)
  await expect(page).toHaveTitle(`New ${name} · Metis`)

  await chat.field.fill('half a thought')
  const remove = async () => {
    await row.hover()
    await actions().and(row.getByRole('button')).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/')
    await expect(row).toHaveCount(0)
    expect((await api.call(`/sessions/${id}`)).status).toBe(404)
  }
  await remove()
  await page.getByRole('complementary').getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(`/c/${id}`)
  await expect(chat.field).toHaveValue('half a thought')
  await expect(row).toHaveCount(1)
  expect((await api.session(id)).title).toBe(`New ${name}`)

  await remove()
  await page.getByRole('complementary').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(chat.field).toBeFocused()
})

test('the menu of a chat stays open, and the focus in it, when another chat takes its place in the list', async ({
  page,
  baseURL,
}, { repeatEachIndex }) => {
  const api = apiClient(baseURL ?? '')
  const lower = `Moving up (${repeatEachIndex})`
  const upper = `Making room (${repeatEachIndex})`
  const id = await api.newSession({ title: lower, active_model: 'demo:anthropic' })
  const chat = chatPage(page)
  await chat.open(`/c/${await api.newSession({ title: upper })}`)
  const both = chat.chats.getByRole('link', { name: new RegExp(`(Moving up|Making room) .${repeatEachIndex}.`) })
  await expect(both).toHaveText([upper, lower])

  await page.getByRole('button', { name: `Actions for ${upper}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await api.say(id, 'hello')
  await expect(both).toContainText([lower, upper])
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
})

test('a chat that is deleted elsewhere says so here', async ({ page, baseURL }) => {
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  const id = await api.newSession({ title: 'Gone soon' })
  await chat.open(`/c/${id}`)
  await api.call(`/sessions/${id}`, { method: 'DELETE' })
  await expect(page.getByRole('heading', { name: 'This chat was deleted' })).toBeVisible()
})

test('what is half-written survives a reload, for each chat by itself', async ({ page, baseURL }) => {
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  await chat.open('/')
  await chat.field.fill('a new beginning')
  await chat.open(`/c/${await api.newSession({ title: 'Drafts' })}`)
  await expect(chat.field).toHaveValue('')
  await chat.field.fill('half a thought')
  await page.reload()
  await expect(chat.field).toHaveValue('half a thought')
  await chat.open('/')
  await expect(chat.field).toHaveValue('a new beginning')
})

test('what is attached to it does, too, and so does a long text that was pasted', async ({ page, baseURL }) => {
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  const id = await api.newSession({ title: 'Files of a draft', active_model: 'demo:anthropic' })
  await chat.open(`/c/${id}`)
  await chat.field.fill('see what is attached')
  const files = [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('buy milk') },
    { name: 'red.png', mimeType: 'image/png', buffer: pngOf(200, 30, 30) },
  ]
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles(files)
  await chat.field.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', Array.from({ length: 900 }, (_, line) => `line ${line}`).join('\n'))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const tray = page.getByRole('list', { name: 'Attached pictures and files' })
  await expect(chat.sendButton).toHaveAttribute('aria-disabled', 'false')
  const allThere = async () => {
    await expect(tray.getByRole('button', { name: /^Remove/ })).toHaveCount(3)
    await expect(tray.getByRole('button', { name: /^notes\.txt TXT · 8 B/ })).toBeVisible()
    await expect(tray.getByRole('button', { name: /^pasted\.txt TXT/ })).toContainText('line 0')
    const picture = tray.getByRole('img', { name: 'red.png' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(chat.field).toHaveValue('see what is attached')
  }
  await allThere()
  await page.reload()
  await allThere()
  await page.getByRole('link', { name: 'New chat' }).first().click()
  await expect(page).toHaveURL('/')
  await expect(tray).toBeHidden()
  await page.goBack()
  await allThere()

  await chat.sendButton.click()
  await chat.ended()
  const asked = chat.exchange.getByRole('article', { name: 'You' })
  await expect(asked.getByRole('link', { name: /^(notes|pasted)\.txt/ })).toHaveCount(2)
  await page.reload()
  await chat.ended()
  await expect(tray).toBeHidden()
})

test('what is typed before the scripts are there stays', async ({ page }) => {
  const chat = chatPage(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await chat.field.fill('quick as I am')
  resolve()
  await expect(chat.picker).toBeVisible()
  await expect(chat.sendButton).toHaveAttribute('aria-disabled', 'false')
  await expect(chat.field).toHaveValue('quick as I am')
})

test.describe('an address that leads nowhere', () => {
  test.use({ noise: /404 \(Not Found\)/ })

  test('an unknown chat says so and offers a new one', async ({ page }) => {
    await page.goto('/c/01ARZ3NDEKTSV4RRFFQ69G5FAV')
    await expect(page.getByRole('heading', { name: 'There is no chat here' })).toBeVisible()
    await page.getByRole('link', { name: 'Start a new chat' }).click()
    await expect(page.getByRole('heading', { name: 'Change the model. Keep the conversation.' })).toBeVisible()
  })

  test('an unknown page is a 404 that leads back', async ({ page }) => {
    expect((await page.goto('/nowhere'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to your chats' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('the list is put away and stays so, from the first paint on, and the keys bring it back', async ({ page }) => {
  const chat = chatPage(page)
  await chat.open('/')
  const left = async () => (await page.getByRole('main').boundingBox())?.x
  expect(await left()).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Put away the list of chats' }).click()
  await expect(chat.chats).toBeHidden()
  await expect(chat.menuButton).toBeFocused()
  expect(await left()).toBe(0)
  // As the server says it, before any script.
  expect(await (await page.request.get('/')).text()).toMatch(/<html[^>]* data-sidebar="folded"/)
  await page.reload()
  await expect(chat.picker).toBeVisible()
  await expect(chat.chats).toBeHidden()
  await chat.field.click()
  await page.keyboard.press('Control+Shift+KeyS')
  await expect(chat.chats).toBeVisible()
  await expect(chat.field).toBeFocused()
})
