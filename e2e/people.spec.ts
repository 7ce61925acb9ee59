import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { chatPage } from './chat-page.ts'
import { accept, OWNER, PASSWORD, type ReachableServer, signIn, startReachableServer } from './reachable.ts'

let server: ReachableServer
test.beforeEach(async () => {
  server = await startReachableServer()
})
test.afterEach(() => server.stop())

const profile = (browser: Browser) => server.profile(browser)

async function say(page: Page, text: string): Promise<string> {
  const { field, sendButton, exchange } = chatPage(page)
  await field.fill(text)
  await sendButton.click()
  await expect(exchange).toContainText('42')
  await page.waitForURL(/\/c\//)
  return page.url()
}

test('an owner comes in by the link of the first start, invites a member, both chat by themselves, and a removed member is out at once', async ({
  browser,
}) => {
  const owner = await profile(browser)
  const first = await owner.goto('/admin/usage?period=7d')
  // Over a line, scripts begin to come with the head of a page.
  expect(await first?.text()).toMatch(/<head>.*<script src="[^"]+" async="".*<\/head>/)
  await expect(owner).toHaveURL(/\/sign-in\?next=/)
  await accept(owner, server.ownerLink(), 'Olga')

  await owner.goto('/admin/people')
  await owner.getByRole('button', { name: 'Make a link' }).click()
  const invitation = await owner.getByLabel('Link', { exact: true }).inputValue()
  const member = await profile(browser)
  await member.goto(invitation)
  await member.getByLabel('E-mail address').fill('max@example.org')
  await accept(member, invitation, 'Max')
  await owner.goto('/')
  const [theirs, mine] = await Promise.all([say(owner, 'calculate 6*7'), say(member, 'calculate 6 * 7')])

  // Neither has the other's, not even in a list that is told of what happens.
  const listed = (page: Page) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link')
  await expect(listed(owner)).toHaveText([/calculate 6\*7/])
  await expect(listed(member)).toHaveText([/calculate 6 \* 7/])
  await member.goto(theirs)
  await expect(member.getByText('There is no chat here')).toBeVisible()
  // The page itself holds it for its owner alone.
  const asPage = { headers: { 'sec-fetch-dest': 'document' } }
  expect(await (await owner.request.get(theirs, asPage)).text()).toContain('calculate 6*7')
  expect(await (await member.request.get(theirs, asPage)).text()).not.toContain('calculate 6*7')
  expect((await member.request.get(`/api/sessions/${theirs.split('/').at(-1)}`)).status()).toBe(404)
  expect((await owner.request.get(`/api/sessions/${mine.split('/').at(-1)}`)).status()).toBe(404)
  expect((await member.request.get('/api/admin/people')).status()).toBe(403)
  await member.goto('/settings')
  await expect(member.getByRole('heading', { name: 'Account' })).toBeVisible()
  await expect(member.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await member.goto('/admin/prices')
  await expect(member).toHaveURL(/\/settings\/account$/)

  await member.goto(mine)
  await owner.goto('/admin/people')
  await owner.getByRole('button', { name: 'Remove Max' }).click()
  await owner.getByRole('group', { name: 'Remove Max' }).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(owner.getByRole('button', { name: 'Remove Max' })).toHaveCount(0)
  await expect(member).toHaveURL(/\/sign-in\?next=/, { timeout: 15_000 })
  await expect(owner.getByRole('row').filter({ hasText: 'removed a person' })).toContainText('Max')

  // What Max left is nobody's until Olga takes it.
  await owner.goto(mine)
  await expect(owner.getByText('There is no chat here')).toBeVisible()
  await owner.goto('/admin/people')
  const exported = owner.waitForEvent('download')
  await owner.getByRole('link', { name: 'Export the chats of Max' }).click()
  const file = await readFile(await (await exported).path())
  expect(file.subarray(0, 2).toString()).toBe('PK')
  await owner.getByRole('button', { name: 'Decide what becomes of the chats of Max' }).click()
  const fate = owner.getByRole('group', { name: 'Decide what becomes of the chats of Max' })
  await expect(fate.getByLabel('Who gets them')).toHaveText(/Olga/)
  await fate.getByRole('button', { name: 'Do it' }).click()
  await expect(owner.getByRole('heading', { name: 'Chats of people who were removed' })).toHaveCount(0)
  await owner.goto(mine)
  await expect(chatPage(owner).exchange).toContainText('42')

  // Also of somebody who is gone.
  await owner.goto('/admin/people')
  await owner.getByLabel('Name or e-mail address').fill('MAX@')
  await owner.getByLabel('Name or e-mail address').press('Enter')
  const log = owner.getByRole('table', { name: 'What was done' }).locator('tbody')
  await expect(log.getByRole('row').filter({ hasText: 'Olga' })).toHaveText([
    /handed chats over/,
    /exported chats/,
    /removed a person/,
  ])
  const download = owner.waitForEvent('download')
  await owner.getByRole('link', { name: 'Download “What was done” as CSV' }).click()
  const table = await readFile(await (await download).path(), 'utf8')
  expect(table).toContain(',Max,person.joined,')
  expect(table).not.toContain(',Olga,person.joined,')
  await owner.getByLabel('Name or e-mail address').fill('nobody of that name')
  await owner.getByRole('button', { name: 'Search' }).click()
  await expect(owner.getByText('Nothing of that is in the log.')).toBeVisible()
})

test('somebody signs in by keyboard, sees where they are signed in, signs the other browser out, and leaves nothing behind', async ({
  browser,
}) => {
  const first = await profile(browser)
  await accept(first, server.ownerLink(), 'Olga')
  const second = await profile(browser)
  await second.goto('/settings/account')
  await expect(second.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await second.keyboard.type(OWNER)
  await second.keyboard.press('Tab')
  await second.keyboard.type('not the password')
  await second.keyboard.press('Enter')
  await expect(second.getByText('the e-mail address or the password is wrong')).toBeVisible()
  await second.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await second.keyboard.press('Enter')
  await expect(second).toHaveURL(/\/settings\/account$/)
  await expect(second.getByText('· this browser')).toBeVisible()
  await second.getByRole('button', { name: 'Sign out the other one' }).click()
  await expect(second.getByRole('button', { name: 'Sign out the other one' })).toHaveCount(0)
  await first.reload()
  await expect(first).toHaveURL(/\/sign-in/)

  await second.getByRole('textbox', { name: 'Name' }).fill('Olga Petrowa')
  await second.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(second.getByText('The name is changed.')).toBeVisible()
  await expect(second.getByText('You are Olga Petrowa, and sign in as owner@example.org.')).toBeVisible()

  await second.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(second).toHaveURL(/\/sign-in$/)
  expect(await second.evaluate(() => localStorage.length)).toBe(0)
  expect(await second.context().cookies()).toEqual([])
  await second.goto('/')
  await expect(second).toHaveURL(/\/sign-in/)
})

test('somebody signs out everywhere by one press, and this browser as well', async ({ browser }) => {
  const first = await profile(browser)
  await accept(first, server.ownerLink(), 'Olga')
  const second = await profile(browser)
  await second.goto('/settings/account')
  await signIn(second, OWNER)
  await second.getByRole('button', { name: 'Sign out everywhere, also here' }).click()
  await expect(second).toHaveURL(/\/sign-in$/)
  await first.reload()
  await expect(first).toHaveURL(/\/sign-in/)
  for (const page of [second, first]) {
    expect((await page.request.get('/api/me')).status()).toBe(401)
  }
})

test('two people at one browser do not mix: where one signs in, the tabs of the other are left', async ({
  browser,
}) => {
  const olga = await profile(browser)
  await accept(olga, server.ownerLink(), 'Olga')
  await olga.goto('/admin/people')
  await olga.getByRole('button', { name: 'Make a link' }).click()
  const invitation = await olga.getByLabel('Link', { exact: true }).inputValue()
  const chat = await say(await sameBrowser(olga, '/'), 'calculate 6*7')
  await olga.goto(chat)
  await olga.getByRole('textbox', { name: 'Message' }).fill('Words of Olga')

  const max = await sameBrowser(olga, invitation)
  await max.getByLabel('E-mail address').fill('max@example.org')
  await accept(max, invitation, 'Max')
  // To the chats of Max, or to a sign-in where her session had ended before his began.
  await expect(olga).not.toHaveURL(chat)
  await olga.goto('/')
  await expect(olga.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(olga.getByRole('navigation', { name: 'Chats' }).getByText('calculate')).toHaveCount(0)

  // Without a word from the other tab: the cookie is Max's, and the page was loaded by somebody else.
  const status = await olga.evaluate(async () => {
    const headers = { 'x-metis-person': 'local', 'content-type': 'application/json' }
    return (await fetch('/api/sessions', { method: 'POST', headers, body: '{}' })).status
  })
  expect(status).toBe(409)
})

/** Another tab of a browser. */
async function sameBrowser(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(address)
  return tab
}
