import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startDemoServer } from '#test/support/demo-server.ts'
import { faults } from './axe.ts'
import { test } from './chat-page.ts'
import { apiClient } from './client.ts'
import { startServer } from './server.ts'

let folder: string
let upstream: Awaited<ReturnType<typeof startDemoServer>>
let server: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-prices-'))
  upstream = await startDemoServer({ delay: async () => {} })
  server = await startServer(folder, {
    METIS_PROVIDERS: 'lab',
    METIS_PROVIDER_LAB_BASE_URL: upstream.url,
    METIS_PROVIDER_LAB_MODELS: 'scribe',
  })
})
test.afterAll(async () => {
  await server?.stop()
  await upstream?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a model without a price gets one by one press, a rate is pasted, and what is asked next is billed by the new version', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const api = apiClient(server.url)
  /** What the answer of a new chat costs. */
  const costOf = async (model: string) => {
    const session = await api.newSession({ active_model: model })
    await api.say(session, 'hello')
    const costs = async () =>
      (await api.messages(session)).flatMap(({ metadata }) => (metadata.usage ? [metadata.usage.cost_usd] : []))
    await expect.poll(costs).toHaveLength(1)
    return (await costs())[0]
  }
  expect(await costOf('lab:scribe')).toBeNull()
  const before = await costOf('demo:anthropic')

  await test.step('a model that was called without a price is named, and is marked as free', async () => {
    await page.goto(`${server.url}/admin/prices`)
    await expect(page.getByRole('navigation', { name: 'Administration' })).toContainText('1 unpriced')
    await page.getByRole('button', { name: 'scribe is free' }).click()
    await expect(page.getByText('0 changed, 1 added, 0 taken out')).toBeVisible()
  })

  await test.step('rates are pasted from a spreadsheet, and what is wrong with one is said', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('0\t1,5\t0\t0\n'))
    await page.getByRole('searchbox', { name: 'Search models' }).fill('demo:anthropic')
    await page
      .getByRole('row', { name: /^Scripted demo/ })
      .getByRole('gridcell')
      .first()
      .click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByRole('region', { name: '1 row cannot be published' })).toContainText('1,5 has a comma')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('1000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 changed, 1 added, 0 taken out')).toBeVisible()
    expect(await faults(page)).toEqual([])
    await page.reload()
    await expect(page.getByText('1 changed, 1 added, 0 taken out')).toBeVisible()
  })

  await test.step('a search of the web becomes dearer, and a rate holds in some hours', async () => {
    const fee = page.getByRole('textbox', { name: 'Web searches, Anthropic' })
    await fee.fill('1e2')
    await fee.press('Enter')
    await expect(page.getByText('A fee of a tool cannot be published: it says so at its field.')).toBeVisible()
    await fee.fill('12.5')
    await fee.press('Enter')
    await expect(page.getByText('1 changed, 1 added, 0 taken out, 1 tool fee changed')).toBeVisible()
    await page
      .getByRole('button', { name: /^Actions for Scripted demo/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Source, fee and conditions…' }).click()
    await page.getByRole('textbox', { name: 'In which hours of UTC' }).fill('0–1')
    await page.getByRole('textbox', { name: 'In which service tier' }).fill('night')
    await page.getByRole('button', { name: 'Add a condition' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: /night, Mon–Sun 0–1 UTC/ })).toBeVisible()
  })

  await test.step('the draft is published, and holds at once', async () => {
    await page.getByRole('button', { name: 'Publish…' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'What it is for' }).fill('a round sum')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText(/^Published as own-/)).toBeVisible()
    await expect(page.getByRole('link', { name: /in force/ })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('row', { name: /^scribe/ })).toContainText('free')
    await expect(page.getByRole('navigation', { name: 'Administration' })).not.toContainText('unpriced')
    expect(await faults(page)).toEqual([])
    const { in_force } = (await (await api.call('/admin/prices')).json()) as { in_force: string }
    expect(await (await api.call(`/admin/prices/${in_force}`)).json()).toMatchObject({
      note: 'a round sum',
      models: {
        'lab:scribe': { free: true },
        'demo:anthropic': {
          input_per_mtok_usd: '0',
          output_per_mtok_usd: '1000',
          conditional: [{ when: { service_tier: 'night', utc: { days: [1, 2, 3, 4, 5, 6, 7], hours: [[0, 1]] } } }],
        },
      },
      tool_fees_per_1000_usd: { anthropic: { web_search: '12.5' } },
    })
  })

  await test.step('what is asked from then on costs what it says', async () => {
    expect(await costOf('lab:scribe')).toBe('0')
    const after = await costOf('demo:anthropic')
    expect(after).toMatch(/^0\.\d*[1-9]$/)
    expect(after).not.toBe(before)
  })

  await test.step('the version is a file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^prices-own-.*\.csv$/)
  })
})
