import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { CLIENT_ID, CLIENT_SECRET, startOidcService } from '#test/support/oidc-service.ts'
import { OWNER, PASSWORD, signIn } from './reachable.ts'
import { freePort, startServer } from './server.ts'

let folder: string
let service: Awaited<ReturnType<typeof startOidcService>>
let server: Awaited<ReturnType<typeof startServer>>

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-oidc-'))
  service = await startOidcService()
  const port = await freePort()
  server = await startServer(
    folder,
    {
      METIS_PUBLIC_URL: `http://127.0.0.1:${port}`,
      METIS_OWNER_EMAIL: OWNER,
      METIS_OIDC_ISSUER: service.issuer,
      METIS_OIDC_CLIENT_ID: CLIENT_ID,
      METIS_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      METIS_OIDC_NAME: 'Example',
    },
    port,
  )
})
test.afterEach(async () => {
  await server.stop()
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** A person at a browser of their own. */
async function profile(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })).newPage()
}

async function ownerIn(browser: Browser): Promise<Page> {
  const page = await profile(browser)
  await page.goto(/http:\S+\/join#\S+/.exec(server.output())?.[0] ?? '')
  await page.getByLabel('Name').fill('Olga')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  return page
}

async function signInElsewhere(page: Page): Promise<void> {
  await page.waitForURL(/\/sign-in/)
  // What is pressed before the scripts of the page are there is not heard.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Sign in with Example' }).click()
}

test('who was invited signs in by an account elsewhere, and who was not is told what to do', async ({ browser }) => {
  const owner = await ownerIn(browser)
  const page = await profile(browser)
  await page.goto('/settings/account')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await signInElsewhere(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Nobody here signs in with this account' })).toBeVisible()

  await owner.request.post('/api/admin/invitations', {
    data: { role: 'member', email: 'anna@example.org' },
    headers: { origin: server.url },
  })
  await page.goto('/sign-in?next=/settings/account')
  await signInElsewhere(page)
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByText('You are Anna, and sign in as anna@example.org.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('person'))).not.toBeNull()
})

test('who is here links an account, signs in by it, and by the password where the provider is down', async ({
  browser,
}) => {
  const page = await ownerIn(browser)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Link Example' }).click()
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'anna@example.org' })).toContainText('not used yet')
  await page.getByRole('button', { name: 'Link Example' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This account is linked here already.' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await signInElsewhere(page)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()

  service.quirks = { answers: { '/token': { status: 503, type: 'text/html', body: 'Down' } } }
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await signInElsewhere(page)
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  await signIn(page, OWNER)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})
