import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { button, cell, FIRST, MODELS, openPrices, version } from './price-page.tsx'

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(location.search) }))

afterEach(() => {
  cleanup()
  localStorage.clear()
  history.replaceState(null, '', '/admin/prices')
})

const POST = 'POST /api/admin/prices'
const refusal = (status: number, code: string, details?: object) => ({
  status,
  body: { error: { code, message: 'as the server says it', details } },
})
/** Published later than the draft was begun. */
const SECOND = version('second', { origin: 'published', author: 'local', created_at: '2026-11-21T00:00:00.000000Z' })

/** A draft that reads alpha for 3 dollars. */
async function writeDraft(answers: Parameters<typeof openPrices>[0] = {}) {
  const server = openPrices(answers)
  await userEvent.click(await button('New version'))
  await screen.findByRole('grid')
  cell('Read', 'ALPHA').focus()
  await userEvent.keyboard('3{Enter}')
  return server
}

async function publish(note = 'alpha is dearer') {
  await userEvent.click(await button('Publish…'))
  if (note !== '') await userEvent.type(screen.getByRole('textbox', { name: 'What it is for' }), note)
  await userEvent.click(await button('Publish'))
}

const change = { ...MODELS, 'one:alpha': { ...MODELS['one:alpha'], input_per_mtok_usd: '3' } }

describe('the versions of the prices', () => {
  test('are listed with what each is, those that begin last first, and one is opened', async () => {
    const later = version('later', { origin: 'published', effective_from: '2999-01-01T00:00:00.000000Z' })
    openPrices({ 'GET /api/admin/prices': { body: { versions: [FIRST, later], in_force: 'first' } } })
    expect(await screen.findByRole('heading', { name: 'Version of 20 November 2026' })).toBeTruthy()
    const listed = within(screen.getByRole('navigation', { name: 'Versions' })).getAllByRole('link')
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      'from 1 January 2999 at 00:00scheduled3 models',
      '20 November 2026in force3 models, shipped',
    ])
    expect(listed[1]?.getAttribute('aria-current')).toBe('true')
  })

  test('say what each model costs, on what other rates hold, and where that was read', async () => {
    openPrices()
    const table = await screen.findByRole('table')
    const row = within(table).getByRole('rowheader', { name: 'ALPHA' }).closest('tr') as HTMLTableRowElement
    expect([...row.cells].slice(1).map(({ textContent }) => textContent)).toEqual([
      '2.00',
      '10.00',
      '0.10',
      'none',
      'none',
      'prices.exampleread 20 Nov',
    ])
    expect(within(row).getByRole('link').getAttribute('href')).toBe('https://prices.example/page')
    expect(within(table).getByRole('rowheader', { name: 'llama' }).closest('tr')?.textContent).toContain('freefree')
    await userEvent.click(await button('Other rates of beta: flex'))
    expect(within(table).getByRole('rowheader', { name: 'flex' }).closest('tr')?.textContent).toContain('0.502')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search models' }), 'ONE bet')
    expect(screen.queryByRole('rowheader', { name: 'ALPHA' })).toBeNull()
    expect(screen.getByRole('rowheader', { name: /^beta/ })).toBeTruthy()
  })

  test('never link to what is no page of the web', async () => {
    const source = { source: 'javascript:alert(1)', read_on: '2026-11-20' }
    const models = { 'one:alpha': { ...MODELS['one:alpha'], source } }
    openPrices({ 'GET /api/admin/prices/first': { body: { ...FIRST, models } } })
    expect(await screen.findByText('javascript:alert(1)')).toBeTruthy()
    expect(within(screen.getByRole('table')).queryByRole('link')).toBeNull()
  })

  test('show the first rows of a provider, and more of them on demand', async () => {
    const price = { input_per_mtok_usd: '1', output_per_mtok_usd: '2' }
    const models = Object.fromEntries(Array.from({ length: 3_000 }, (_, nth) => [`one:m${nth}`, price]))
    openPrices({ 'GET /api/admin/prices/first': { body: { ...FIRST, models } } })
    await userEvent.click(await button('2,975 more'))
    expect(screen.getAllByRole('rowheader', { name: /^m/ })).toHaveLength(275)
    expect(await button('2,725 more')).toBeTruthy()
  })

  test('name the models that were called without a price, with the way to one', async () => {
    openPrices()
    const notice = await screen.findByRole('region', { name: 'Without a price' })
    expect(notice.textContent).toContain('A model was called in the last 30 days and has no price:')
    expect(notice.textContent).toContain('scribe 7 calls without a price')
    await userEvent.click(within(notice).getByRole('button', { name: 'scribe is free' }))
    expect(await screen.findByText('0 changed, 1 added, 0 taken out')).toBeTruthy()
  })
})

describe('a draft', () => {
  test('is still there after a reload, and is gone once it is discarded', async () => {
    await writeDraft()
    cleanup()
    openPrices()
    expect(await screen.findByText('1 changed, 0 added, 0 taken out')).toBeTruthy()
    expect(cell('Read', 'ALPHA').textContent).toBe('before: 2.00, 3')
    await userEvent.click(await button('Discard the draft'))
    await userEvent.click(await button('Keep it'))
    await userEvent.click(await button('Discard the draft'))
    await userEvent.click(await button('Discard'))
    expect(await screen.findByRole('heading', { name: 'Version of 20 November 2026' })).toBeTruthy()
    expect(localStorage.length).toBe(0)
  })

  test('of another installation at the same address is not shown', async () => {
    await writeDraft()
    cleanup()
    const another = { ...FIRST, created_at: '2026-11-22T00:00:00.000000Z' }
    openPrices({ 'GET /api/admin/prices': { body: { versions: [another], in_force: 'first' } } })
    expect(await button('New version')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Draft/ })).toBeNull()
  })

  test('that the browser cannot keep says so', async () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => undefined, clear() {} })
    await writeDraft()
    expect(screen.getByText(/a reload of the page loses it/)).toBeTruthy()
    expect(cell('Read', 'ALPHA').textContent).toBe('before: 2.00, 3')
    await userEvent.click(await button('Discard the draft'))
    await userEvent.click(await button('Discard'))
  })

  test('is published with what it is for and what it is based on, and its version is shown', async () => {
    let versions = [FIRST]
    const made = version('own', { origin: 'published', author: 'local', effective_from: '2026-11-22T10:00:00.000000Z' })
    const server = await writeDraft({
      'GET /api/admin/prices': () => ({ body: { versions, in_force: versions.at(-1)?.pricing_version } }),
      [POST]: () => {
        versions = [FIRST, made]
        return { status: 201, body: made }
      },
      'GET /api/admin/prices/own': { body: { ...made, models: change } },
    })
    await publish('')
    expect(screen.getByText('A word on what it is for is needed.')).toBeTruthy()
    expect(server.bodyOf(POST)).toBeUndefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'What it is for' }), ' alpha is dearer ')
    await userEvent.click(await button('Publish'))
    expect(await screen.findByText('Published as own.')).toBeTruthy()
    expect(server.bodyOf(POST)).toEqual({
      effective_from: null,
      note: 'alpha is dearer',
      models: change,
      based_on: null,
    })
    expect(server.keysOf(POST)).toEqual([expect.stringMatching(/.{20}/)])
    expect(await screen.findByRole('heading', { name: 'Version of 22 November 2026' })).toBeTruthy()
    expect(localStorage.length).toBe(0)
  })

  test('is published for a time, which is said exactly', async () => {
    const server = await writeDraft({ [POST]: refusal(500, 'internal_error') })
    await userEvent.click(await button('Publish…'))
    await userEvent.type(screen.getByRole('textbox', { name: 'What it is for' }), 'x')
    await userEvent.click(screen.getByRole('radio', { name: 'From a time on' }))
    await userEvent.click(await button('Publish'))
    expect(screen.getByText('Say a day and a time.')).toBeTruthy()
    const time = screen.getByLabelText<HTMLInputElement>(/^Day and time, /)
    await userEvent.type(time, '2999-01-01T09:30')
    const moment = new Date('2999-01-01T09:30')
    const utc = moment.toISOString().slice(0, 16).replace('T', ' ')
    expect(screen.getByText(new RegExp(`^1 January 2999 at 09:30, .*; that is ${utc} UTC\\.$`))).toBeTruthy()
    await userEvent.click(await button('Publish'))
    await waitFor(() => expect(server.bodyOf(POST)).toMatchObject({ effective_from: moment.toISOString() }))
    expect(await screen.findByText('as the server says it')).toBeTruthy()
  })

  test('that another version has overtaken is put on top of that one, with nothing lost', async () => {
    let versions = [FIRST]
    let answer = refusal(409, 'price_conflict')
    const server = await writeDraft({
      'GET /api/admin/prices': () => ({ body: { versions, in_force: versions.at(-1)?.pricing_version } }),
      [POST]: () => {
        versions = [FIRST, SECOND]
        return answer
      },
    })
    await publish()
    expect(await screen.findByText(/^The version second was published since this draft was begun\./)).toBeTruthy()
    answer = { status: 201, body: SECOND as never }
    await userEvent.click(await button('Put my changes on top of second'))
    expect(await screen.findByText('Your changes now stand on top of second.')).toBeTruthy()
    expect(cell('Read', 'ALPHA').textContent).toBe('before: 2.00, 3')
    await publish()
    await screen.findByText('Published as second.')
    const sent = server.requests.filter(({ route }) => route === POST).map(({ body }) => body)
    expect(sent).toEqual([
      { effective_from: null, note: 'alpha is dearer', models: change, based_on: null },
      { effective_from: null, note: 'alpha is dearer', models: change, based_on: 'second' },
    ])
  })

  test('for a moment that is taken is kept for another one', async () => {
    await writeDraft({ [POST]: refusal(409, 'price_conflict') })
    await publish()
    expect(await screen.findByText(/^Another version begins at the very same moment\./)).toBeTruthy()
    await userEvent.click(await button('Cancel'))
    expect(cell('Read', 'ALPHA').textContent).toBe('before: 2.00, 3')
  })

  test('with rows that the server refuses names them, leads to them, and is as it was', async () => {
    const faults = [{ row: 'one:alpha', field: 'source.read_on', reason: 'is no day' }]
    await writeDraft({ [POST]: refusal(422, 'invalid_prices', { faults, total: 1 }) })
    await publish()
    expect(await screen.findByText(/^The server does not take 1 row\./)).toBeTruthy()
    expect(screen.getByText('source.read_on: is no day', { exact: false })).toBeTruthy()
    await userEvent.click(await button('Show ALPHA'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(cell('Read', 'ALPHA'))
    expect(cell('Read', 'ALPHA').textContent).toBe('before: 2.00, 3')
  })
})

describe('a file of prices', () => {
  const IMPORT = 'POST /api/admin/prices/import'
  const found = {
    models: {
      'one:alpha': MODELS['one:alpha'],
      'one:beta': { input_per_mtok_usd: '7', output_per_mtok_usd: '8' },
      'two:new': { input_per_mtok_usd: '1', output_per_mtok_usd: '2' },
    },
    unknown: [
      { model: 'dall-e', reason: 'is no chat model: image' },
      { model: 'far', reason: 'is of a provider that is not known here: bedrock' },
    ],
  }
  const choose = async (file: File) => userEvent.upload(screen.getByLabelText('Choose a file'), file)

  test('is shown with what was left out and why, and is put into a draft', async () => {
    const server = openPrices({ [IMPORT]: { body: found } })
    await button('New version')
    await choose(new File(['{}'], 'map.JSON', { lastModified: Date.parse('2026-08-01T12:00:00') }))
    const dialog = await screen.findByRole('dialog', { name: 'What is in map.JSON' })
    expect(dialog.textContent).toContain('Against what is there now: 1 would change, 1 are new, 1 say the same.')
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search what was left out' }), 'BEDROCK')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['far is of a provider that is not known here: bedrock'])
    await userEvent.click(await button('Put 2 rows into the draft'))
    expect(await screen.findByText('2 rows are in the draft now. Nothing is published yet.')).toBeTruthy()
    expect(screen.getByText('1 changed, 1 added, 0 taken out')).toBeTruthy()
    expect(cell('Read', 'beta').textContent).toBe('before: 1, 7')
    expect(server.requests.map(({ route }) => route)).not.toContain(POST)
  })

  test('that is too large, or none, is refused before it is sent', async () => {
    const server = openPrices()
    await button('New version')
    await choose(new File([new Uint8Array(16_000_001)], 'large.csv'))
    expect(screen.getByText(/^large\.csv has 16\.0.MB, and more than 16\.0.MB cannot be read\./)).toBeTruthy()
    fireEvent.drop(window, { dataTransfer: { files: [new File(['x'], 'prices.csv.pdf')] } })
    expect(await screen.findByText('prices.csv.pdf is neither JSON nor CSV or TSV, by its name.')).toBeTruthy()
    expect(server.bodyOf(IMPORT)).toBeUndefined()
  })

  test('of which nothing can be read is refused with the reason', async () => {
    openPrices({ [IMPORT]: refusal(422, 'invalid_prices', { faults: [], total: 0 }) })
    await button('New version')
    await choose(new File(['model'], 'cut.csv'))
    expect(await screen.findByText('Nothing of cut.csv can be read: as the server says it')).toBeTruthy()
  })
})

describe('the fees of providers’ own tools, and hours of UTC', () => {
  const FEES = { one: { web_search: '10' } }
  const table = { ...version('first'), models: MODELS, tool_fees_per_1000_usd: FEES }

  test('are edited in their fields, said to be wrong there, and published with the rest', async () => {
    const server = openPrices({
      'GET /api/admin/prices/first': { body: table },
      [POST]: { status: 201, body: { ...SECOND, pricing_version: 'first' } },
    })
    await userEvent.click(await button('New version'))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Web searches, one' })
    await userEvent.clear(field)
    await userEvent.type(field, '12,5{Enter}')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(/12,5 has a comma/)).toBeTruthy()
    expect((await button('Publish…')).hasAttribute('disabled')).toBe(true)
    await userEvent.clear(field)
    await userEvent.type(field, '12.5{Enter}')
    expect(field.getAttribute('aria-invalid')).toBe('false')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Provider' }), 'two')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'File searches')
    await userEvent.click(await button('Add a fee'))
    expect((await button('Publish…')).hasAttribute('disabled')).toBe(true)
    await userEvent.type(screen.getByRole('textbox', { name: 'File searches, two' }), '2.5{Enter}')
    expect(screen.getByText('0 changed, 0 added, 0 taken out, 2 tool fees changed')).toBeTruthy()
    await publish('dearer searches')
    await waitFor(() => expect(server.bodyOf(POST)).toBeTruthy())
    expect(server.bodyOf(POST)).toMatchObject({
      tool_fees_per_1000_usd: { one: { web_search: '12.5' }, two: { file_search: '2.5' } },
    })
  })

  test('are a condition like any other, and what are no hours is said at once', async () => {
    openPrices()
    await userEvent.click(await button('New version'))
    await userEvent.click(await button('Actions for beta'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Source, fee and conditions…' }))
    const hours = screen.getByRole('textbox', { name: 'In which hours of UTC' })
    await userEvent.type(hours, '20-4')
    await userEvent.click(await button('Add a condition'))
    expect(screen.getByText(/^These are no hours/)).toBeTruthy()
    await userEvent.clear(hours)
    await userEvent.type(hours, '0-8, 20-24')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mon' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tue' }))
    await userEvent.click(await button('Add a condition'))
    await userEvent.click(await button('Done'))
    await userEvent.click(await button('Other rates of beta: flex; Mon–Tue 0–8, 20–24 UTC'))
    expect(cell('Read', 'beta', 'Mon–Tue 0–8, 20–24 UTC').textContent).toContain('1')
  })
})
