import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { SHARED_AT_FIRST } from '#lib/canonical/shared-at-first.ts'
import { chatPage, test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { everythingServed } from './crawl.ts'
import { writeFullChat } from './full-chat.ts'
import { pngOf } from './picture.ts'
import { accept, signIn, startReachableServer } from './reachable.ts'
import { startServer } from './server.ts'

/** In two pieces, so that nobody takes it for one that was lost. */
const KEY = `${'ghp'}_${'Zk3T9vQ1xW7rB5nM2cY8'}${'sD4fG6hJ0pLaE1uI'}`
const PROMPT = 'Answer as a lighthouse keeper would.'
/** In the chat that is written, and not shared at first. */
const THOUGHT = 'It falls, so it gets faster.'

const NOTHING = 'There is nothing here to read'

/** Somebody else's browser. */
async function stranger(browser: Browser, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  return await (await browser.newContext({ serviceWorkers: 'block', ...options })).newPage()
}

test('a chat is shared with what was found in it masked, read without script, gone on from, and taken back', async ({
  page,
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-share-'))
  const id = await writeFullChat(folder)
  const server = await startServer(folder)
  try {
    const api = apiClient(server.url)
    await api.call(`/sessions/${id}`, { method: 'PATCH', body: JSON.stringify({ system_prompt: PROMPT }) })
    const watch = await api.watch(id)
    const source = { kind: 'base64', data: pngOf(60, 120, 170).toString('base64') }
    await api.say(id, '', {
      content: [
        { type: 'image', media_type: 'image/png', source },
        { type: 'text', text: `what did you receive? The token is ${KEY}, keep it.` },
      ],
    })
    await watch.untilType('turn.completed')
    await watch.stop()

    const chat = chatPage(page)
    await chat.open(`${server.url}/c/${id}`)
    await chat.field.fill('/share')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Share a read-only link' })
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await expect(dialog.getByText(/finds?, (all )?masked/)).toBeVisible()
    await expect(preview.getByText('████████').first()).toBeVisible()
    await expect(preview).not.toContainText(KEY)
    await expect(preview).not.toContainText(THOUGHT)
    await expect(dialog.getByText('It opens on this machine only')).toBeVisible()

    // What stays in is asked about.
    await dialog.getByRole('button', { name: 'Not a secret' }).first().click()
    await expect(preview).toContainText(KEY)
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await expect(dialog.getByText('stays in for everybody to read')).toBeVisible()
    await dialog.getByRole('button', { name: 'Look again' }).click()
    await dialog.getByRole('button', { name: 'Mask all' }).click()
    await expect(preview).not.toContainText(KEY)

    // A part is hidden by a click.
    await preview.getByText('How long does a stone fall?').click()
    await expect(preview.getByText('How long does a stone fall?')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const made = page.getByRole('dialog', { name: 'The link is ready' })
    await expect(made.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
    const link = await made.getByLabel('Link', { exact: true }).inputValue()
    await made.getByRole('button', { name: 'Done' }).click()

    const reader = await stranger(browser, { javaScriptEnabled: false })
    expect((await reader.goto(link))?.status()).toBe(200)
    await expect(reader.getByRole('heading', { level: 1 }).first()).toHaveText('How long a stone falls')
    await expect(reader.getByRole('heading', { name: 'A falling stone' })).toBeVisible()
    await expect(reader.locator('math').first()).toBeVisible()
    await expect(reader.locator('.hljs-keyword').first()).toBeVisible()
    await expect(reader.getByText('The token is ████████')).toBeVisible()
    const card = reader.getByRole('group', { name: 'Tool call calculator' })
    await card.locator('summary').click()
    await expect(card.getByText('6', { exact: true })).toBeVisible()
    await expect(reader.getByRole('button', { name: 'Continue from here' })).toBeHidden()

    const own = (await api.messages(id)).flatMap((message) => [
      message.id,
      ...message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
    ])
    const secrets = [KEY, PROMPT, THOUGHT, 'How long does a stone fall?', id, ...own]
    const served = await everythingServed(link)
    expect(served.filter(({ type }) => type.startsWith('image/')).length).toBeGreaterThan(0)
    expect(
      served.flatMap(({ address, all }) => secrets.filter((each) => all.includes(each)).map((each) => [address, each])),
    ).toEqual([])
    for (const { address, headers } of served.filter(({ address }) => new URL(address).pathname.startsWith('/s/'))) {
      expect([address, headers.get('x-robots-tag')]).toEqual([address, 'noindex, nofollow, noarchive, nosnippet'])
      expect([address, headers.get('cache-control')]).toEqual([address, 'private, no-store'])
      expect([address, headers.get('referrer-policy')]).toEqual([address, 'no-referrer'])
    }

    const next = await stranger(browser)
    await next.goto(link)
    await next.getByRole('button', { name: 'Continue from here' }).click()
    await next.waitForURL(/\/c\//)
    await expect(next.getByText('From the shared chat “How long a stone falls”')).toBeVisible()
    const forked = chatPage(next)
    await forked.field.fill('@demo:openai calculate 6*7')
    await forked.sendButton.click()
    await expect(forked.exchange).toContainText('42')

    await page.goto(`${server.url}/shares`)
    const row = page.getByRole('list', { name: 'Shared links' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Take back' }).click()
    await row.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText('No chat of yours is shared.')).toBeVisible()
    expect((await reader.reload())?.status()).toBe(404)
    await expect(reader.getByRole('heading', { name: NOTHING })).toBeVisible()
    for (const { address, type } of served.filter(({ type }) => type.startsWith('image/webp'))) {
      expect([type, (await fetch(address)).status]).toEqual([type, 404])
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('where people sign in, a link has a password or is for those it names, and says nothing of who made or who reads it', async ({
  browser,
}) => {
  const server = await startReachableServer()
  try {
    const owner = await server.profile(browser)
    await accept(owner, server.ownerLink(), 'Olga Owner')
    const max = await server.letIn(owner, 'Max')
    const chat = chatPage(owner)
    await chat.send('calculate 6*7')
    await chat.ended()
    const id = chat.sessionId()
    const said = (fields: object) => ({ include: SHARED_AT_FIRST, ...fields })
    const share = async (fields: object) =>
      (await server.ask<{ url: string }>(owner, `/api/sessions/${id}/shares`, said(fields))).url

    const locked = await share({ password: 'open sesame' })
    const reader = await stranger(browser, { javaScriptEnabled: false })
    await reader.goto(locked)
    await expect(reader.getByText('42')).toHaveCount(0)
    await reader.getByLabel('Password').fill('guess')
    await reader.getByRole('button', { name: 'Open' }).click()
    await expect(reader.getByText('That is not the password.')).toBeVisible()
    await reader.getByLabel('Password').fill('open sesame')
    await reader.getByRole('button', { name: 'Open' }).click()
    await expect(reader.getByRole('article', { name: 'Answer' }).last()).toContainText('42')
    const [cookie] = (await reader.context().cookies(locked)).filter(({ name }) => name === 'metis-share')
    expect(cookie).toMatchObject({ path: new URL(locked).pathname, httpOnly: true, sameSite: 'Lax' })

    const named = await share({ audience: 'people', people: ['max@example.org'] })
    await reader.goto(named)
    await expect(reader.getByRole('heading', { name: NOTHING })).toBeVisible()
    await expect(reader.getByRole('link', { name: 'Sign in to see' })).toHaveAttribute('href', /^\/sign-in\?next=/)
    const member = await server.profile(browser)
    await member.goto('/sign-in')
    await signIn(member, 'max@example.org')
    await expect(chatPage(member).field).toBeVisible()
    expect((await member.goto(named))?.status()).toBe(200)
    await expect(member.getByRole('article', { name: 'Answer' }).last()).toContainText('42')
    const page = await member.content()
    const me = (await (await owner.request.get('/api/me')).json()) as { person: { id: string } }
    for (const secret of [max, me.person.id, 'Olga', 'max@', id]) {
      expect(page).not.toContain(secret)
    }
  } finally {
    await server.stop()
  }
})
