import { expect, type Page } from '@playwright/test'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { pageBehind } from './page-behind.ts'

const row = (page: Page, name: string) =>
  chatPage(page)
    .chats.getByRole('listitem')
    .filter({ has: page.getByRole('link', { name }) })

async function act(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).hover()
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

// One after the other: what one of them pins stands before the chats of all that share the server.
test.describe.configure({ mode: 'default' })

test('a chat is pinned, put in a folder, tagged, archived and brought back; another tab follows', async ({
  page,
  baseURL,
}, { repeatEachIndex }) => {
  const api = apiClient(baseURL ?? '')
  const n = repeatEachIndex
  const [older, newer, folder, tag] = [`Older ${n}`, `Newer ${n}`, `Archive climate ${n}`, `urgent ${n}`]
  const id = await api.newSession({ title: older })
  await api.newSession({ title: newer, folder })
  const chat = chatPage(page)
  await chat.open(`/c/${id}`)
  const second = await pageBehind(page)
  // The folders stand between what is pinned and the days.
  const headings = chat.chats.getByRole('heading').filter({ hasNotText: 'Folders' })

  await test.step('pinned, it stands before the others', async () => {
    await expect(headings.first()).toHaveText('Today')
    await act(page, older, 'Pin')
    await expect(headings.first()).toHaveText('Pinned')
    await expect(chat.chats.getByRole('listitem').first()).toContainText(older)
    await expect(chatPage(second).chats.getByRole('listitem').first()).toContainText(older)
    await act(page, older, 'Unpin')
    await expect(headings.first()).toHaveText('Today')
  })

  await test.step('in a folder and with a tag, it is found by them', async () => {
    await act(page, older, 'Folder and tags…')
    const dialog = page.getByRole('dialog', { name: 'Folder and tags' })
    await expect(dialog.getByRole('combobox', { name: 'Folder' })).toBeFocused()
    await expect(dialog.locator(`option[value="${folder}"]`)).toHaveCount(1)
    await dialog.getByRole('combobox', { name: 'Folder' }).fill(folder)
    await dialog.getByRole('combobox', { name: 'Tags' }).fill(tag)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: `Remove ${tag}` })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(await api.session(id)).toMatchObject({ folder, tags: [tag] })
    const heading = chat.chats.getByRole('button', { name: `${folder} 2 chats` })
    // The chat is open: it is seen where it is now.
    await expect(heading).toHaveAttribute('aria-expanded', 'true')
    await expect(row(page, older)).toContainText(tag)
    await expect(row(page, newer)).toHaveCount(1)
    await page.reload()
    await expect(row(page, newer)).toHaveCount(1)
    await heading.click()
    await expect(row(page, newer)).toHaveCount(0)
    await page.getByRole('button', { name: 'Listed: All chats' }).click()
    await page.getByRole('menuitemradio', { name: tag }).click()
    await expect(chat.chats.getByRole('listitem')).toHaveText([new RegExp(older)])
    await page.getByRole('button', { name: `Listed: ${tag}` }).click()
    await page.getByRole('menuitemradio', { name: folder }).click()
    await expect(chat.chats.getByRole('listitem')).toHaveCount(2)
  })

  // Of a folder: other stories put their chats before these.
  await test.step('archived, it is out of the way, and comes back', async () => {
    await act(page, newer, 'Archive')
    await expect(row(page, newer)).toHaveCount(0)
    await expect(row(second, newer)).toHaveCount(0)
    await page.getByRole('button', { name: `Listed: ${folder}` }).click()
    await page.getByRole('menuitemradio', { name: 'Archive', exact: true }).click()
    await act(page, newer, 'Bring back from the archive')
    await expect(row(page, newer)).toHaveCount(0)
    await page.getByRole('button', { name: 'List all chats' }).click()
    await page.getByRole('button', { name: 'Listed: All chats' }).click()
    await page.getByRole('menuitemradio', { name: folder }).click()
    await expect(row(page, newer)).toHaveCount(1)
  })

  await test.step('the folder gets another name, and goes without its chats', async () => {
    await page.getByRole('button', { name: `Actions for the folder ${folder}` }).click()
    await page.getByRole('menuitem', { name: 'Rename the folder' }).click()
    await page.getByRole('textbox', { name: 'Name of the folder' }).fill(`Weather ${n}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Listed: Weather ${n}` })).toBeVisible()
    await expect(chat.chats.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: `Actions for the folder Weather ${n}` }).click()
    await page.getByRole('menuitem', { name: 'Remove the folder, keep its chats' }).click()
    await expect(page.getByRole('button', { name: 'Listed: All chats' })).toBeVisible()
    expect(await api.session(id)).toMatchObject({ folder: null, tags: [tag] })
  })
})

test('an answer that ended elsewhere has a ring until somebody looks at it, and one that failed a sign', async ({
  page,
  baseURL,
}, { repeatEachIndex }) => {
  const api = apiClient(baseURL ?? '')
  const chat = chatPage(page)
  const lookedAt = await api.newSession({ title: `Looked at ${repeatEachIndex}` })
  // Other stories put their chats before these, and the list shows no more of them than there is room for.
  await api.pin(lookedAt)
  await chat.open(`/c/${lookedAt}`)
  const names = [`Finished ${repeatEachIndex}`, `Broken ${repeatEachIndex}`] as const
  for (const [index, title] of names.entries()) {
    const id = await api.newSession({ title, active_model: 'demo:openai' })
    await api.pin(id)
    await api.say(id, index === 0 ? 'hello' : 'fault auth')
  }
  const link = (name: string) => chat.chats.getByRole('link', { name: new RegExp(name) })
  await expect(link(names[0])).toHaveAccessibleName(/^Not read yet: /)
  await expect(link(names[1])).toHaveAccessibleName(/^Failed: /)
  await page.reload()
  await expect(link(names[0])).toHaveAccessibleName(/^Not read yet: /)
  for (const name of names) {
    await link(name).click()
    await expect(page).toHaveTitle(`${name} · Metis`)
  }
  await link(`Looked at ${repeatEachIndex}`).click()
  for (const name of names) await expect(link(name)).not.toHaveAccessibleName(/^(Not read yet|Failed): /)
})

/** Opens a folder of 110 chats, which are listed in two pieces; they are made once: the focus goes through all of them in other tests. */
async function openMany(page: Page, baseURL: string, folder: string) {
  const api = apiClient(baseURL)
  const listed = await api.call(`/sessions?${new URLSearchParams({ folder })}`)
  const { sessions }: { sessions: unknown[] } = await listed.json()
  for (let at = 0; at < 110 && sessions.length === 0; at += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => api.newSession({ title: `No. ${at + n}`, folder })))
  }
  const { open, chats } = chatPage(page)
  await open('/')
  await page.getByRole('button', { name: 'Listed: All chats' }).click()
  await page.getByRole('menuitemradio', { name: folder }).click()
  const rows = chats.getByRole('listitem')
  await expect(rows.first()).toContainText('No.')
  return { chats, rows }
}

test('however many chats there are, few of them are on the page, and all can be reached', async ({ page, baseURL }, {
  repeatEachIndex,
}) => {
  const { chats, rows } = await openMany(page, baseURL ?? '', `Many ${repeatEachIndex}`)
  expect(await rows.count()).toBeLessThan(70)
  const last = rows.filter({ hasText: /^No\. [0-9]$/ })
  await expect
    .poll(async () => {
      await chats.evaluate((box) => box.scrollTo(0, box.scrollHeight))
      return last.count()
    })
    .toBeGreaterThan(5)
  expect(await rows.count()).toBeLessThan(70)
})

test('what is renamed while older chats are on their way stays renamed, and they come', async ({ page, baseURL }, {
  repeatEachIndex,
}) => {
  const renamed = Promise.withResolvers<void>()
  let asked = 0
  await page.route(/\/api\/sessions\?.*cursor=/, async (route) => {
    asked += 1
    const response = await route.fetch()
    await renamed.promise
    // Of what the page called off there is nobody to answer.
    await route.fulfill({ response }).catch(() => undefined)
  })
  const { chats, rows } = await openMany(page, baseURL ?? '', `Many ${repeatEachIndex}`)
  await chats.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect.poll(() => asked).toBe(1)
  const row = rows.last()
  await row.hover()
  await row.getByRole('button', { name: /^Actions for No\./ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Another name')
  await page.keyboard.press('Enter')
  const named = rows.filter({ hasText: 'Another name' })
  await expect(named.getByRole('link')).toBeVisible()
  renamed.resolve()
  // Not scrolled again since.
  await expect.poll(() => asked).toBe(2)
  await expect(rows.filter({ hasText: /^No\. [0-9]$/ }).first()).toBeAttached()
  await expect(named).toHaveCount(1)
})
