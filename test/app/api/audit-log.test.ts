import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GET } from '#app/api/admin/audit/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { CHEAP, HERE, PASSWORD } from '#test/support/people.ts'

const PUBLIC = 'https://chat.example.org'
const FORMULA = '=HYPERLINK("https://evil.example")'

let folder: string
let installation: Installation
let cookie: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-audit-'))
  const env = { METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error', METIS_PUBLIC_URL: PUBLIC }
  installation = await openInstallation(readEnv(env), { checksContract: true, passwordCost: CHEAP })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
  if (!installation.access) throw new Error('nobody can sign in')
  const { people, signIn } = installation.access
  const owner = await people.addOwner({ email: 'owner@example.org', name: 'Owner', password: PASSWORD })
  cookie = `__Host-metis=${(await signIn.open(owner, HERE)).token}`
  const { token } = await people.invite(null, { role: 'member', email: 'eve@example.org' })
  await people.acceptLink(token, { name: FORMULA, password: PASSWORD }, HERE)
}, 60_000)
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

async function read(query: string): Promise<Response> {
  const request = new Request(`${PUBLIC}/api/admin/audit?${query}`, { headers: { host: 'chat.example.org', cookie } })
  return await GET(request, { params: Promise.resolve({}) })
}

test('the audit log is searched by person, action and days', async () => {
  const actions = async (query: string) => {
    const { entries } = (await (await read(query)).json()) as { entries: { action: string }[] }
    return entries.map(({ action }) => action)
  }
  expect(await actions('person=EVE@')).toEqual(['session.began', 'person.joined', 'invitation.made'])
  expect(await actions('person=eve&action=person.joined')).toEqual(['person.joined'])
  expect(await actions('person=eve&limit=1')).toEqual(['session.began'])
  expect(await actions('person=eve&to=2020-01-01')).toEqual([])
  expect(await actions('person=eve&from=2020-01-01&tz=Europe/Berlin')).toHaveLength(3)
})

test.each([
  ['from=2026-02-30', 'from'],
  ['from=2026-02-02&to=2026-02-01', 'from'],
  ['tz=Nowhere', 'tz'],
  ['person=', 'person'],
])('the audit log is not searched by what cannot be: %s', async (query, path) => {
  const response = await read(query)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_request', details: [{ path }] } })
})

test('the audit log is a table for a spreadsheet, whole, in which no name is a formula', async () => {
  const response = await read('format=csv&limit=1&person=eve')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  const rows: string[][] = parse(await response.text(), { bom: true })
  expect(rows.map(([, , name, action]) => [name, action])).toEqual([
    ['actor_name', 'action'],
    [`'${FORMULA}`, 'session.began'],
    [`'${FORMULA}`, 'person.joined'],
    ['', 'invitation.made'],
  ])
})
