import { expect, type Page } from '@playwright/test'
import { pdf } from '#test/support/pdf-builder.ts'
import { chatPage } from './chat-page.ts'
import { pngOf } from './picture.ts'
import { accept, OWNER, type ReachableServer, signIn } from './reachable.ts'

export interface Product {
  /** Where no key is. */
  demo: string
  /** Where one is, with the chats below. */
  url: string
  /** The chat that has one of everything. */
  full: string
}

/** The chats that are in the list, beside the one with everything. */
export const PINNED = 'Pinned, in a folder and with tags'
export const ARCHIVED = 'Put away'

type Look = (surface: string) => Promise<void>

/** Leads through every surface of the product, and has each looked at. Each page is loaded once. */
export async function eachSurface(page: Page, product: Product, look: Look): Promise<void> {
  await starting(page, product, look)
  await reading(page, product, look)
  await listing(page, look)
  await settingUp(page, product, look)
}

/** What is only where people sign in: coming in, one's account, people, and budgets by their names. */
export async function eachSurfaceOfPeople(page: Page, server: ReachableServer, look: Look): Promise<void> {
  const { url } = server
  await page.goto(`${url}/join#of-nobody`)
  await expect(page.getByRole('link', { name: 'To the sign-in' })).toBeVisible()
  await look('a link that does not work any more')
  await page.goto(`${url}/sign-in`)
  await signIn(page, OWNER, 'not the password')
  await expect(page.getByText('the e-mail address or the password is wrong')).toBeVisible()
  await look('the sign-in')
  await page.goto(server.ownerLink())
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Join' }).click()
  await look('a link that lets somebody in')
  await page.reload()
  await accept(page, server.ownerLink(), 'Olga')
  const max = await server.letIn(page, 'Max')
  await server.letIn(page, 'Maximiliane von und zu Hohenstaufen-Breitenbach')
  const { id: red } = await server.ask<{ id: string }>(page, '/api/admin/teams', { name: 'Red' })
  await server.ask(page, `/api/admin/teams/${red}`, { members: [max] }, 'PATCH')

  await page.goto(`${url}/settings/account`)
  await expect(page.getByText('· this browser')).toBeVisible()
  await look('one’s account')
  await page.goto(`${url}/admin/people`)
  await page.getByRole('button', { name: 'Make a link', exact: true }).click()
  await expect(page.getByLabel('Link', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Members of Red' }).click()
  await page.getByRole('button', { name: 'Remove Max', exact: true }).click()
  await expect(page.getByRole('table', { name: 'What was done' })).toBeVisible()
  await look('people')

  await page.goto(`${url}/admin/budgets`)
  await page.getByRole('button', { name: 'New budget' }).click()
  await page.getByRole('radio', { name: /^One person/ }).check()
  await page.getByRole('button', { name: 'Create the budget' }).click()
  await look('a new budget of a person, with faults')
  await page.keyboard.press('Escape')
  const said = { period: 'month', limit_usd: '5' }
  await server.ask(page, '/api/admin/budgets', { ...said, scope: 'person', person_id: max })
  await server.ask(page, '/api/admin/budgets', { ...said, scope: 'member', team_id: red })
  await page.reload()
  await expect(page.getByRole('listitem', { name: 'Max, per month' })).toBeVisible()
  await look('budgets of people')
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open], [popover]')).toHaveCount(0)
}

async function starting(page: Page, { demo, url }: Product, look: Look): Promise<void> {
  const chat = chatPage(page)
  await chat.open(demo)
  await expect(page.getByRole('region', { name: 'Add a key' })).toBeVisible()
  await look('the start page without a key')
  await chat.open(url)
  await look('the start page')
  await chat.picker.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('the models')
  await page.getByRole('combobox', { name: 'Search models' }).fill('nobody has this')
  await look('no model')
  await page.getByRole('button', { name: /^Compare with…/ }).click()
  await expect(page.getByRole('button', { name: 'Ask side by side' })).toBeVisible()
  await look('the models to compare')
  await close(page)
  await page.getByRole('button', { name: /^Chat settings/ }).click()
  await expect(dialog(page, 'Chat settings')).toBeVisible()
  await look('the settings of a chat')
  await close(page)
  await page.getByRole('switch', { name: 'Temporary' }).click()
  await chat.field.fill('/')
  await expect(page.getByRole('listbox')).toBeVisible()
  await look('a temporary chat, and what a slash does')
  await chat.field.fill('')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await look('the palette')
  await close(page)
  await chat.field.blur()
  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
  await look('the shortcuts')
  await close(page)
}

async function reading(page: Page, { url, full }: Product, look: Look): Promise<void> {
  const chat = chatPage(page)
  await chat.open(`${url}/c/${full}`)
  await expect(chat.exchange.getByRole('note', { name: 'Error' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles([
    { name: 'sky.png', mimeType: 'image/png', buffer: pngOf(60, 120, 170) },
    { name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04nothing') },
    {
      name: 'report.pdf',
      mimeType: 'application/pdf',
      buffer: pdf({ pages: ['Sales rose. '.repeat(40), 'Costs fell.'] }),
    },
  ])
  await expect(page.getByRole('form', { name: 'Message' }).getByRole('alert')).toBeVisible()
  await expect(page.getByText('PDF · 2 pages')).toBeVisible()
  await look('an answer that failed, and a file that is refused')
  await page.getByRole('button', { name: /^report\.pdf/ }).click()
  await expect(dialog(page, 'File report.pdf').getByText('Costs fell.')).toBeVisible()
  await look('what can be read in a file')
  await close(page)
  await page.getByRole('button', { name: 'Why this model' }).first().click()
  await expect(dialog(page, 'Why this model')).toBeVisible()
  await look('why a model was chosen')
  await close(page)
  await page.getByTitle(/^Cost of this chat/).click()
  const next = page.getByRole('region', { name: 'What the next message costs' })
  await expect(next.getByRole('table')).toBeVisible()
  await look('what a chat cost, and what comes next')
  await next.getByRole('row').nth(1).getByRole('button').click()
  await expect(page.getByRole('table', { name: 'Cost, line by line' })).toBeVisible()
  await look('how the cost of the next message comes about')
  await close(page)
  await page.getByRole('link', { name: 'Attached' }).first().click()
  await expect(dialog(page, 'Picture')).toBeVisible()
  await look('a picture in the window')
  await close(page)
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('stone')
  await look('the search in a conversation')
  await close(page)
  const first = page.getByRole('region', { name: 'Exchange' }).first()
  await first.getByText(/^Thought/).click()
  await first.getByRole('group', { name: 'Tool call calculator' }).locator('summary').click()
  await expect(first.locator('.formula.drawn').first()).toBeVisible()
  await first.evaluate((turn) => turn.scrollIntoView({ block: 'start' }))
  await look('one of everything')
  await first.getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeVisible()
  await look('a question that is edited')
  await page.keyboard.press('Escape')
  await first.getByRole('button', { name: 'More about this question' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete question' })).toBeVisible()
  await look('the menu of a question')
  await page.getByRole('menuitem', { name: /^Map/ }).click()
  await expect(dialog(page, 'Map of this chat').getByRole('listitem').first()).toBeVisible()
  await look('the map of a chat')
  await close(page)
  await chat.field.fill('/share')
  await page.keyboard.press('Enter')
  const share = dialog(page, 'Share a read-only link')
  await expect(share.getByRole('article').first()).toBeVisible()
  await look('a chat that is shared')
  await share.getByRole('button', { name: 'Make the link' }).click()
  const made = dialog(page, 'The link is ready')
  await expect(made.getByRole('img')).toBeVisible()
  await look('the link of a share')
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
}

async function listing(page: Page, look: Look): Promise<void> {
  const { chats, showChats } = chatPage(page)
  const listed = (name: string) => page.getByRole('button', { name: `Listed: ${name}` })
  await showChats()
  const actions = chats.getByRole('button', { name: `Actions for ${PINNED}` })
  await actions.click()
  await look('the menu of a chat')
  await page.getByRole('menuitem', { name: 'Folder and tags…' }).click()
  await expect(dialog(page, 'Folder and tags')).toBeVisible()
  await look('folder and tags')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Folder and tags')).toBeHidden()
  // Where the list is in a drawer, that is still there: it was not the top layer.
  await actions.click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await expect(dialog(page, 'Export this chat')).toBeVisible()
  await look('a chat that is exported')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Export this chat')).toBeHidden()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await look('a chat that is renamed')
  await page.keyboard.press('Escape')
  await listed('All chats').click()
  await look('the parts of the list')
  await page.getByRole('menuitemradio', { name: 'Lisbon' }).click()
  await page.getByRole('button', { name: 'Actions for the folder Lisbon' }).click()
  await look('a folder')
  await page.keyboard.press('Escape')
  await listed('Lisbon').click()
  await page.getByRole('menuitemradio', { name: 'Archive', exact: true }).click()
  await expect(chats.getByRole('listitem')).toHaveText([new RegExp(ARCHIVED)])
  await look('the archive')
  await chats.getByRole('button', { name: `Actions for ${ARCHIVED}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo.first()).toBeVisible()
  await look('a chat that was deleted')
  await undo.first().click()
  await expect(undo).toHaveCount(0)
}

async function settingUp(page: Page, { url }: Product, look: Look): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  await page.goto(`${url}/settings/keys`)
  await page.getByRole('button', { name: 'Add a server of your own…' }).click()
  await look('keys, and a server of one’s own')
  await page.goto(`${url}/settings/models`)
  await expect(page.getByRole('table')).toBeVisible()
  await look('the settings of models')
  await page.goto(`${url}/settings/presets`)
  await page.getByRole('button', { name: 'New preset' }).click()
  await expect(page.getByRole('form', { name: 'New preset' })).toBeVisible()
  await look('the settings of presets')
  await page.goto(`${url}/admin/usage`)
  await expect(page.getByRole('table', { name: 'What it would have cost elsewhere' })).toBeVisible()
  await look('usage')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(dialog(page, 'Filter').getByRole('listitem').first()).toBeVisible()
  await look('what usage is filtered by')
  await close(page)
  await page.goto(`${url}/admin/prices`)
  await expect(page.getByRole('table').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Other rates of / })
    .first()
    .click()
  await look('a version of the prices')
  await page.getByRole('button', { name: 'New version' }).click()
  const read = page
    .getByRole('row', { name: /^claude.opus.5.5/i })
    .getByRole('gridcell')
    .first()
  await read.click()
  await page.keyboard.type('1,5')
  await page.keyboard.press('Enter')
  await look('a draft of prices with a fault')
  await read.click()
  await page.keyboard.type('1.5')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Actions for claude.opus.5.5/i }).click()
  await page.getByRole('menuitem', { name: 'Source, fee and conditions…' }).click()
  await look('what else a price has')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('radio', { name: 'From a time on' }).check()
  await look('the publishing of prices')
  await page.keyboard.press('Escape')
  await page.goto(`${url}/admin/budgets`)
  await page.getByRole('button', { name: 'New budget' }).click()
  await page.getByRole('radio', { name: /^Ask only one model/ }).check()
  await page.getByRole('button', { name: 'Create the budget' }).click()
  await look('a new budget with faults')
  await page.getByRole('textbox', { name: 'Limit in US dollars' }).fill('1000')
  await page.getByRole('radio', { name: /cost nothing/ }).check()
  await page.getByRole('button', { name: 'Create the budget' }).click()
  await expect(page.getByRole('listitem', { name: 'Everybody together, per month' })).toBeVisible()
  await look('a budget')
  await page.getByRole('button', { name: /^Delete the budget/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('There is no budget')).toBeVisible()
  await page.goto(`${url}/shares`)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Take back' }).click()
  await expect(page.getByRole('group', { name: 'Take back' })).toBeVisible()
  await look('shared links, and one that is taken back')
  await page.getByRole('button', { name: 'QR code' }).first().click()
  const link = await dialog(page, 'Link').getByLabel('Link', { exact: true }).inputValue()
  await close(page)
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Continue from here' })).toBeVisible()
  await look('a shared conversation')
  for (const path of [
    '/s/of-nothing',
    '/settings/appearance',
    '/settings/shortcuts',
    '/settings/data',
    '/nowhere',
    '/c/01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ]) {
    await page.goto(`${url}${path}`)
    await expect(title).toBeVisible()
    await look(path)
  }
}
