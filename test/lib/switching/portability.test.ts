import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import { picture } from '#test/support/picture-builder.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

const portability = async (id: string, principal: Principal = LOCAL_OWNER) =>
  (await server.parts.portabilities.of(principal, id))?.models ?? null

/** With thoughts and calls of one model, and, where it is wanted, a picture. */
async function chat(withPicture: boolean) {
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'Think about rivers, and calculate 12*(3+4)')
  if (withPicture) {
    const data = (await picture().png().toBuffer()).toString('base64')
    const image = { type: 'image' as const, source: { kind: 'base64' as const, data }, media_type: 'image/png' }
    await server.turns.start(id, { content: [image, { type: 'text', text: 'What is this?' }] })
    await server.turns.idle(id)
  }
  return id
}

test('a chat says of every model that is set up what the preview of a switch there says', async () => {
  const id = await chat(false)
  const found = await portability(id)
  const scripted = server.models.list().flatMap(({ id, configured }) => (configured ? [id] : []))
  expect(found?.map((model) => model.id)).toEqual(scripted)
  for (const { id: model, ok, notes } of found ?? []) {
    const preview = await server.parts.switchPreviews.of(LOCAL_OWNER, id, model)
    expect(ok).toBe(preview?.refusal === null && preview.fits)
    const lost = (kind: string) => notes.flatMap(({ kind: own, ...fate }) => (own === kind ? [fate] : []))
    expect([model, lost('dropped'), lost('converted')]).toEqual([model, preview?.dropped, preview?.converted])
  }
  const own = found?.find((model) => model.id === 'demo:anthropic')
  expect(own).toMatchObject({ ok: true })
  expect(own?.notes.filter(({ kind }) => kind === 'dropped')).toEqual([])
  const other = found?.find((model) => model.id === 'demo:openai')
  expect(other?.notes).toContainEqual(expect.objectContaining({ kind: 'dropped', block_type: 'thinking' }))
})

test('a model that cannot take it says why first, and the others go on', async () => {
  const found = await portability(await chat(true))
  const blind = found?.find((model) => model.id === 'demo:ollama')
  expect(blind?.ok).toBe(false)
  expect(blind?.notes[0]).toEqual({ kind: 'refused', reason: expect.stringContaining('picture') })
  expect(found?.filter(({ ok }) => ok).map(({ id }) => id)).toContain('demo:responses')
})

test('nothing is said of what somebody else has, and nobody waits for what was called back', async () => {
  const id = await chat(false)
  expect(await portability(id, { ...LOCAL_OWNER, id: 'somebody' })).toBeNull()
  await expect(server.parts.portabilities.of(LOCAL_OWNER, id, AbortSignal.abort())).rejects.toThrow()
})
