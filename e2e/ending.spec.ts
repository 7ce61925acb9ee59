import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { faults } from './axe.ts'
import { chatPage, expectNoSidewaysScroll, test } from './chat-page.ts'
import { startServer } from './server.ts'

const ENDING = 'demo:anthropic'
const STAYS = 'demo:openai'

const RULES = `# ${ENDING} is the careful one
folders:
  - { match: 'Work*', use: ${ENDING} }
rules:
  - name: code     # as it was
    when: { message_contains_any: [refactor,   ${ENDING}] }
    use: ${ENDING}
`
const CARRIED = RULES.replaceAll(`use: ${ENDING}`, `use: ${STAYS}`)

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-ending-'))
  await writeFile(
    join(folder, 'models.yaml'),
    `models:\n  ${ENDING}:\n    ends_on: 2027-01-05\n    successor: ${STAYS}\n`,
  )
  server = await startServer(folder)
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})
// Rules that somebody else changed meanwhile.
test.use({ noise: /409 \(Conflict/ })

test('what stops with a model goes on with another one by one press: a chat, a preset, titles, a folder and a rule, and budgets by another', async ({
  page,
}) => {
  const { url } = server
  const ask = async (method: 'put' | 'patch' | 'post' | 'get', path: string, options: object = {}) =>
    (await page.request[method](`${url}${path}`, options)).json()
  const save = (text: string, based_on: number) =>
    ask('put', `/api/admin/routing?based_on=${based_on}`, {
      data: text,
      headers: { 'content-type': 'application/yaml' },
    })
  const { id } = await ask('post', '/api/sessions', { data: { active_model: ENDING, title: 'Mine' } })
  await ask('post', '/api/presets', { data: { name: 'Careful', model: ENDING } })
  await save(RULES, 0)
  await ask('patch', '/api/settings', { data: { title_model: ENDING } })
  const limit = { scope: 'installation', period: 'month', limit_usd: '50', route_to: ENDING }
  await ask('post', '/api/admin/budgets', { data: limit })
  const chat = chatPage(page)
  await chat.open(url)
  await chat.send('Please refactor this')
  await chat.ended()

  await page.goto(`${url}/admin/models`)
  const section = page.getByRole('region', { name: 'Models that end' })
  await expect(section.getByRole('link', { name: 'Mine' })).toBeVisible()
  await expect(section.getByRole('link', { name: 'Preset Careful' })).toBeVisible()
  await expect(section.getByRole('checkbox', { name: /Routing rules too: code, Work\*/ })).toBeChecked()
  await section.getByRole('button', { name: 'What that changes in the rules' }).click()
  const change = section.getByRole('group', { name: 'What that changes in the rules' })
  await expect(change.getByText(`Added     use: ${STAYS}`)).toBeVisible()
  await section.getByRole('button', { name: 'Look at them' }).click()
  await expect(section.getByText('1 of 1 turn would change.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  // Somebody else saves rules meanwhile: nothing goes before one has seen what goes.
  await save(`${RULES}# and more\n`, 1)
  await section.getByRole('button', { name: 'Carry over mine and the rules' }).click()
  await expect(section.getByRole('status').last()).toContainText('saved in the meantime')
  await expect(change).toContainText('# and more')
  expect(await ask('get', `/api/sessions/${id}`)).toMatchObject({ active_model: ENDING })

  await section.getByRole('button', { name: 'Carry over mine and the rules' }).click()
  await expect(section.getByText(/^1 chat and 1 preset go on with /)).toBeVisible()
  await expect(section.getByRole('button', { name: /^Carry over (mine|the rules)/ })).toHaveCount(0)
  await section.getByRole('button', { name: 'Carry over the budget' }).click()
  await expect(section.getByText(/^Budgets ask .* once they are spent\.$/)).toBeVisible()
  await expect(section.getByRole('link', { name: /budget asks only it/ })).toHaveCount(0)
  expect(await ask('get', '/api/admin/budgets')).toMatchObject({ budgets: [{ route_to: STAYS }] })
  await section.getByRole('link', { name: 'The rules do since version 3.' }).click()

  await expect(page.getByRole('textbox', { name: 'Rules as YAML' })).toHaveValue(`${CARRIED}# and more\n`)
  const version = page.getByRole('listitem', { name: 'Version 3' })
  await expect(version).toContainText(`Carried over from ${ENDING} to ${STAYS}`)
  await expect(version).toContainText('somebody at this machine')
  expect(await ask('get', `/api/sessions/${id}`)).toMatchObject({ active_model: STAYS })
  expect(await ask('get', '/api/settings')).toMatchObject({ title_model: STAYS })

  const before = page.getByRole('listitem', { name: 'Version 2' })
  await before.getByRole('button', { name: 'What version 2 changed' }).click()
  await before.getByRole('button', { name: 'Go back to version 2' }).click()
  await expect(page.getByText(/^Saved as version 4/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Rules as YAML' })).toHaveValue(`${RULES}# and more\n`)
})
