import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import { TooManyAttemptsError } from '#lib/people/attempts.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { SharePasswordError, UnknownShareError } from '#lib/share/refused.ts'
import { isViewing } from '#lib/share/viewing.ts'
import { member } from '#test/support/member.ts'
import { EVERYTHING, NOTHING } from '#test/support/share-builder.ts'
import { startSharing } from '#test/support/sharing.ts'

let server: Awaited<ReturnType<typeof startSharing>>
let chat: string
beforeEach(async () => {
  server = await startSharing()
  chat = await server.chat()
})
afterEach(() => server.close())

const holder = (token: string) => ({ token, principal: LOCAL_OWNER, address: '192.0.2.7' })
const viewsOf = async (id: string) => (await server.shares.list(LOCAL_OWNER)).find((share) => share.id === id)?.views

describe('guesses', () => {
  test('are refused after sixty from one address, whatever they are, and those who know a link are not held up', async () => {
    const { token } = await server.share(chat)
    for (let guess = 0; guess < 200; guess++) await server.open(token)
    const guessed = await Promise.allSettled(
      Array.from({ length: 2_000 }, (_, guess) => server.open(`guess-${guess}`, { address: '198.51.100.1' })),
    )
    const answered = guessed.filter(({ status }) => status === 'fulfilled')
    expect(answered).toHaveLength(60)
    expect(answered.every((each) => each.status === 'fulfilled' && each.value === null)).toBe(true)
    await expect(server.open(token, { address: '198.51.100.1' })).rejects.toThrow(TooManyAttemptsError)
    expect(await server.open(token)).toMatchObject({ type: 'open' })
    server.seconds.passed = 5
    expect(await server.open(token, { address: '198.51.100.1' })).toMatchObject({ type: 'open' })
  })

  test('of a password are refused after ten, and do not say whether the link is one', async () => {
    const { token } = await server.share(chat, { password: 'correct horse' })
    for (let guess = 0; guess < 10; guess++) {
      expect(await server.open(token, { password: 'wrong' })).toEqual({ type: 'needs_password', was_wrong: true })
    }
    await expect(server.open(token, { password: 'correct horse' })).rejects.toThrow(TooManyAttemptsError)
    expect(await server.open('unknown', { password: 'correct horse' })).toBeNull()
  })
})

test('unknown, revoked, expired, used up and for others: one answer', async () => {
  const revoked = await server.share(chat)
  await server.shares.revoke(LOCAL_OWNER, revoked.id)
  const used = await server.share(chat, { max_views: 1 })
  expect(await server.open(used.token)).toMatchObject({ type: 'open' })
  const expired = await server.share(chat, { expires_at: '2026-11-23T13:00:00.000000Z' })
  server.time.days = 1
  const tokens = ['', 'unknown', 'x'.repeat(100_000), revoked.token, used.token, expired.token]
  expect(await Promise.all(tokens.map((token) => server.open(token)))).toEqual(tokens.map(() => null))
})

test('the password opens it, and so does what is given for it, until there is another one', async () => {
  const { id, token } = await server.share(chat, { password: 'correct horse' })
  expect(await server.open(token)).toEqual({ type: 'needs_password', was_wrong: false })
  const opened = await server.open(token, { password: 'correct horse' })
  if (opened?.type !== 'open') throw new Error('it is not open')
  expect(await server.open(token, { proof: opened.proof })).toMatchObject({ type: 'open' })
  expect(await server.open(token, { proof: `${opened.proof}x` })).toMatchObject({ type: 'needs_password' })
  const other = await server.share(chat, { password: 'correct horse' })
  expect(await server.open(other.token, { proof: opened.proof })).toMatchObject({ type: 'needs_password' })
  expect(await server.open(token, { principal: LOCAL_OWNER })).toMatchObject({ type: 'open', is_own: true })
  expect(await viewsOf(id)).toBe(2)
})

describe('views', () => {
  test('are counted in one row, and of many at once never more are shown than may be', async () => {
    const { id, token } = await server.share(chat, { max_views: 50 })
    const opened = await Promise.all(
      Array.from({ length: 200 }, (_, viewer) => server.open(token, { address: `198.51.100.${viewer}` })),
    )
    expect(opened.filter((each) => each !== null)).toHaveLength(50)
    expect(await viewsOf(id)).toBe(50)
    expect((await server.client.execute('SELECT count(*) AS rows FROM shares')).rows).toEqual([{ rows: 1 }])
  })

  test('do not grow by programs and by whoever made it; to programs nothing is shown whose views are limited', async () => {
    const { id, token } = await server.share(chat)
    expect(await server.open(token, { counts: false })).toMatchObject({ type: 'open' })
    expect(await server.open(token, { principal: LOCAL_OWNER })).toMatchObject({ type: 'open' })
    expect(await viewsOf(id)).toBe(0)
    const limited = await server.share(chat, { max_views: 1 })
    expect(await server.open(limited.token, { counts: false })).toBeNull()
    expect(await server.open(limited.token)).toMatchObject({ type: 'open' })
    expect(await server.open(limited.token, { principal: LOCAL_OWNER })).toMatchObject({ type: 'open' })
  })

  test.each<[boolean, string, Record<string, string>]>([
    [
      true,
      'GET',
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' },
    ],
    [
      false,
      'HEAD',
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' },
    ],
    [false, 'GET', {}],
    [false, 'GET', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
    [false, 'GET', { 'user-agent': 'facebookexternalhit/1.1' }],
    [false, 'GET', { 'user-agent': 'WhatsApp/2.23.20.0' }],
    [false, 'GET', { 'user-agent': 'TelegramBot (like TwitterBot)' }],
    [false, 'GET', { 'user-agent': 'curl/8.5.0' }],
    [false, 'GET', { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0', 'sec-purpose': 'prefetch;prerender' }],
    [false, 'GET', { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-moz': 'prefetch' }],
  ])('are looks of people: %s for %s with %j', (looks, method, headers) => {
    expect(isViewing(new Request('http://localhost/', { method, headers }))).toBe(looks)
  })
})

describe('a chat that goes on from a share', () => {
  test('begins with what was shown, is whoever’s it is, and says where it comes from', async () => {
    const { id, token } = await server.share(chat)
    const bob = member('bob')
    const fork = await server.links.fork({ ...holder(token), principal: bob })
    const opened = await server.open(token)
    if (opened?.type !== 'open') throw new Error('it is not open')
    expect(await server.chats.sessionOf(bob, fork)).toMatchObject({
      title: 'Sums',
      active_model: null,
      cost_usd: '0',
      origin: {
        kind: 'share',
        share_id: id,
        title: 'Sums',
        shared_at: '2026-11-23T12:00:00.000000Z',
        hash: opened.snapshot.hash,
      },
    })
    expect(await server.chats.sessionOf(LOCAL_OWNER, fork)).toBeNull()
    const [source, copy] = [await server.chats.path(chat), await server.chats.path(fork)]
    expect(copy.map(({ role, content }) => [role, textOf(content)])).toEqual(
      source.map(({ role, content }) => [role, textOf(content)]),
    )
    const [call] = await server.chats.toolCalls(fork)
    expect(call).toMatchObject({ name: 'calculator', status: 'succeeded', provider_id: null })
    expect((await server.chats.toolCalls(chat)).map(({ id }) => id)).not.toContain(call?.id)
  })

  test.each(['demo:anthropic', 'demo:openai'])('goes on with %s whatever was hidden', async (active_model) => {
    const path = await server.chats.path(chat)
    const calling = path.find(({ content }) => content.some(({ type }) => type === 'tool_use'))
    const block = calling?.content.findIndex(({ type }) => type === 'tool_use') ?? 0
    const hidden = [{ message_id: calling?.id ?? '', block }]
    for (const said of [{ include: NOTHING }, { include: EVERYTHING }, { hidden }, { from: path[1]?.id }]) {
      const { token } = await server.share(chat, said)
      const fork = await server.links.fork(holder(token))
      await server.sessions.change(fork, { active_model })
      await server.say(fork, 'calculate 3*4')
      expect(await server.chats.session(fork)).toMatchObject({ turn: { state: 'completed' } })
    }
  })

  test('is refused for a link that opens nothing, and without the password', async () => {
    await expect(server.links.fork(holder('unknown'))).rejects.toThrow(UnknownShareError)
    const { token } = await server.share(chat, { password: 'correct horse' })
    const bob = { ...holder(token), principal: member('bob') }
    await expect(server.links.fork(bob)).rejects.toThrow(SharePasswordError)
    expect(await server.links.fork({ ...bob, password: 'correct horse' })).toEqual(expect.any(String))
  })

  test('goes with a view where those are limited', async () => {
    const { token } = await server.share(chat, { max_views: 1 })
    const bob = { ...holder(token), principal: member('bob') }
    await expect(server.links.fork(bob)).rejects.toThrow(UnknownShareError)
    await server.open(token)
    expect(await server.links.fork(bob)).toEqual(expect.any(String))
    server.time.days = 1
    await expect(server.links.fork(bob)).rejects.toThrow(UnknownShareError)
  })
})
