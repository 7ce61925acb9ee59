import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { OWNER, PASSWORD, signIn } from './reachable.ts'
import { freePort, startServer } from './server.ts'

let folder: string
let server: Awaited<ReturnType<typeof startServer>>

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-passkeys-'))
  const port = await freePort()
  // Browsers have passkeys for names alone, and without TLS for this one.
  const env = { METIS_PUBLIC_URL: `http://localhost:${port}`, METIS_OWNER_EMAIL: OWNER }
  server = await startServer(folder, env, port)
})
test.afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A person at a browser of their own, with a device that makes passkeys and knows its person. */
async function withDevice(browser: Browser) {
  const page = await (await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })).newPage()
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // Otherwise it answers before anybody has pressed anything.
      automaticPresenceSimulation: false,
    },
  })
  return {
    page,
    /** From then on its person touches it whenever they are asked. */
    touch: () => device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true }),
    /** From then on it does not recognise its person. */
    forgetPerson: () => device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  }
}

async function comeIn(page: Page): Promise<void> {
  await page.goto(/http:\S+\/join#\S+/.exec(server.output())?.[0] ?? '')
  await page.getByLabel('Name').fill('Olga')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
}

test('somebody adds a passkey, signs in with it, removes it, and is told so where the device still offers it', async ({
  browser,
}) => {
  const { page, touch } = await withDevice(browser)
  // As in browsers that offer none where the address is filled in: a device of tests answers there before anybody picks it.
  await page.addInitScript(() =>
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) }),
  )
  await comeIn(page)
  await page.goto('/settings/account')
  await page.getByLabel('Name of the passkey').fill('Key of the tests')
  await touch()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is added.')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Key of the tests' })
  await expect(row).toContainText('not used yet')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device has a passkey for you here already.')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/\/sign-in$/)
  await page.goto('/sign-in?next=/settings/account')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(row).toContainText('used last')

  await row.getByRole('button', { name: 'Remove Key of the tests' }).click()
  await page
    .getByRole('group', { name: 'Remove Key of the tests' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await expect(row).toHaveCount(0)
  await page.goto('/admin/people')
  const log = page.getByRole('table', { name: 'What was done' })
  for (const deed of ['added a passkey', 'signed in with a passkey', 'removed a passkey']) {
    await expect(log.getByRole('row').filter({ hasText: deed })).toHaveCount(1)
  }
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/\/sign-in$/)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'this passkey is not known here' })).toBeVisible()
  await signIn(page, OWNER)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test('somebody who picks the passkey where the address is filled in is signed in', async ({ browser }) => {
  const { page, touch } = await withDevice(browser)
  await comeIn(page)
  await page.goto('/settings/account')
  // It waits for a touch that does not come yet.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await touch()
  await expect(page.getByText('The passkey is added.')).toBeVisible()
  // A page that is told so would go to the sign-in by itself, in the way of the one that goes there next.
  await page.goto('about:blank')
  await page.context().clearCookies()
  // The device answers before the page has all of it.
  await page.goto('/sign-in?next=/settings/account', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByText(/used last/)).toBeVisible()
})

test('a device that does not recognise its person makes no passkey', async ({ browser }) => {
  const { page, touch, forgetPerson } = await withDevice(browser)
  await comeIn(page)
  await page.goto('/settings/account')
  await forgetPerson()
  await touch()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was used' })).toBeVisible()
  expect(await (await page.request.get('/api/me/credentials')).json()).toMatchObject({ credentials: [] })
})

test('the pages that need no passkey load nothing of them', async ({ browser }) => {
  const { page } = await withDevice(browser)
  await comeIn(page)
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  // What the page does without comes when it rests.
  await page.waitForLoadState('networkidle')
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = names.filter((name) => new URL(name).pathname.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    expect(await (await page.request.get(script)).text(), script).not.toContain('WebAuthn is not supported')
  }
})
