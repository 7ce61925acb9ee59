import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { freePort, startServer } from './server.ts'

export const PASSWORD = 'a password of the tests'
export const OWNER = 'owner@example.org'

/** A server that others can reach, in a folder of its own. Nobody is in it yet. */
export async function startReachableServer() {
  const folder = await mkdtemp(join(tmpdir(), 'metis-reachable-'))
  const port = await freePort()
  const env = { METIS_PUBLIC_URL: `http://127.0.0.1:${port}`, METIS_OWNER_EMAIL: OWNER }
  const server = await startServer(folder, env, port)
  return {
    url: server.url,
    /** By which the first owner comes in. */
    ownerLink: () => /http:\S+\/join#\S+/.exec(server.output())?.[0] ?? '',
    /** A person at a browser of their own. */
    async profile(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
      return await (await browser.newContext({ baseURL: server.url, serviceWorkers: 'block', ...options })).newPage()
    },
    /** What an admin asks for from this page; the answer of the server. */
    async ask<T>(page: Page, path: string, data: object, method = 'POST'): Promise<T> {
      const response = await page.request.fetch(`${server.url}${path}`, {
        method,
        data,
        headers: { origin: server.url },
      })
      expect(response.ok()).toBe(true)
      return response.status() === 204 ? (undefined as T) : ((await response.json()) as T)
    },
    /** Lets somebody else in; their id. */
    async letIn(page: Page, name: string): Promise<string> {
      const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`
      const { path } = await this.ask<{ path: string }>(page, '/api/admin/invitations', { email })
      const headers = { 'content-type': 'application/json', origin: server.url }
      const body = JSON.stringify({ token: path.split('#')[1], name, password: PASSWORD })
      const response = await fetch(`${server.url}/api/links/accept`, { method: 'POST', headers, body })
      return ((await response.json()) as { id: string }).id
    },
    async stop(): Promise<void> {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ReachableServer = Awaited<ReturnType<typeof startReachableServer>>

/** Says who it is on the page for that. The button can be pressed once the scripts of the page are there; a key would be lost before. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Comes in by a link, and waits until there is a chat. */
export async function accept(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
}
