import { describe, expect, test } from 'vitest'
import { scan } from '#lib/secret-scan/scan.ts'

// Made up, in pieces: whoever looks for keys in this repository shall find none.
const made = (prefix: string, length: number, of = 'aB3dE5gH7jK9mN1pQ') => prefix + of.repeat(20).slice(0, length)
const hex = (length: number) => '0123456789abcdef'.repeat(9).slice(0, length)

const found = async (text: string) => (await scan(text)).map(({ kind, start, end }) => [kind, text.slice(start, end)])
const PEM = [
  `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  ...Array.from({ length: 4 }, () => made('', 64)),
  `-----END RSA ${'PRIVATE'} KEY-----`,
].join('\n')

describe('a key is found', () => {
  const jwt = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: '1234567890', name: 'Ada' },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(made('', 43))
    .join('.')
  test.each([
    ['Anthropic', `${made('sk-ant-api03-', 93)}AA`],
    ['OpenAI', `${made('sk-proj-', 74)}T3BlbkFJ${made('', 74)}`],
    ['GitHub', made('ghp_', 36)],
    ['Slack', `xoxb-1234567890-1234567890123-${made('', 24)}`],
    ['Stripe', made('sk_live_', 24)],
    ['Hugging Face', made('hf_', 34, 'aBcDeFgHiJ')],
    ['AWS', made('AKIA', 16, 'ABCD2345EFGH')],
    ['Google', made('AIza', 35)],
    ['OpenRouter', `sk-or-v1-${hex(64)}`],
    ['xAI', made('xai-', 80)],
    ['Perplexity', made('pplx-', 48)],
    ['DeepSeek', `sk-${hex(32)}`],
    ['a JSON Web Token', jwt],
    ['a private key', PEM],
  ])('of %s', async (_of, key) => {
    const kind = key === PEM ? 'private_key' : 'key'
    expect(await found(`It is ${key} !`)).toEqual([[kind, key]])
  })

  test('of Mistral by what stands before it, for it has no form of its own', async () => {
    const line = `MISTRAL_API_KEY=${made('', 32)}`
    expect(await found(`export ${line}\n`)).toEqual([['key', expect.stringContaining(made('', 32))]])
  })

  test('of AWS to its end, however far behind its name it stands', async () => {
    const key = made('', 40, 'wJalrXUtnFEMI/K7MDENG')
    const [only, ...more] = await found(`aws_secret_access_key                    = "${key}"`)
    expect(only?.[0]).toBe('key')
    expect(only?.[1]).toContain(key)
    expect(more).toEqual([])
  })

  test('that was cut off before its end', async () => {
    const cut = PEM.slice(0, 150)
    expect(await found(`${cut}`)).toEqual([['private_key', cut]])
  })
})

test('a password is found in an address, and behind its name', async () => {
  expect(await found('postgres://ada:correcthorse@db.example.net/x')).toMatchObject([
    ['password', expect.stringContaining('correcthorse')],
  ])
  expect(await found('password: "correct-horse"')).toMatchObject([
    ['password', expect.stringContaining('correct-horse')],
  ])
})

test.each([
  ['email', 'ada.lovelace+x@mail.example.org'],
  ['email', 'jürgen@bücher.example'],
  ['card', '4111 1111 1111 1111'],
  ['card', '378282246310005'],
  ['card', '5555-5555-5555-4444'],
  ['phone', '+49 30 901820'],
  ['phone', '0049 30 901820'],
  ['phone', '(415) 555-2671'],
  ['phone', '415-555-2671'],
  ['phone', '030 / 901820'],
  ['iban', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'GB82WEST12345698765432'],
])('what leads to a person is found: %s %s', async (kind, text) => {
  expect(await found(`Ask ${text}, please.`)).toEqual([[kind, text]])
})

test.each([
  '1234567890123456',
  '4111 1111 1111 1112',
  'GB00WEST12345698765432',
  '2026-11-23T10:15:30.123456Z',
  '192.168.100.200',
  '01JZM000000000000000000001',
  '0.123456789012345678',
  'call me at five, or 12:30',
  'const total = items.reduce((sum, item) => sum + item.price, 0) // 1,234,567.89',
  'lib/canonical/session-settings-change-of-this-long-name.ts',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'the password is secret',
  'user.name at example dot org',
  'The token count is 1234567890123456',
])('what only looks like one is not: %s', async (text) => {
  expect(await found(text)).toEqual([])
})

describe('what is written otherwise is decoded once', () => {
  const key = made('ghp_', 36)
  test('from base64, of which all is covered', async () => {
    const wrapped = Buffer.from(`${' '.repeat(57)}${key}`)
      .toString('base64')
      .replace(/^.{76}/, '$&\n')
    for (const coded of [
      Buffer.from(`token ${key} of Ada`).toString('base64'),
      Buffer.from(`token ${key} of Ada`).toString('base64url'),
      wrapped,
    ]) {
      expect(await found(`see ${coded} there`)).toEqual([['key', coded]])
    }
  })

  test('from the escapes of an address, of which only that piece is covered', async () => {
    expect(await found('https://a.example/?mail=ada%40mail.example&page=1')).toEqual([['email', 'ada%40mail.example']])
    expect(await found('see j%C3%BCrgen%40mail.example')).toEqual([['email', 'j%C3%BCrgen%40mail.example']])
  })

  test('and not twice', async () => {
    const twice = Buffer.from(Buffer.from(`token ${key}`).toString('base64')).toString('base64')
    expect(await found(twice)).toEqual([])
  })

  test('many pieces, each by itself', async () => {
    const pieces = ['ada@mail.example', 'bob@mail.example'].map((mail) => Buffer.from(mail).toString('base64'))
    expect(await found(pieces.join(' and '))).toEqual(pieces.map((piece) => ['email', piece]))
  })
})

test('pieces that overlap are one, under the name of the longest', async () => {
  const key = made('ghp_', 36)
  expect(await found(`api_key="${key}"`)).toEqual([['key', `api_key="${key}`]])
})

test('a text cannot switch the scanner off', async () => {
  const key = made('ghp_', 36)
  expect(await found(`// secretlint-disable\n${key}\n// secretlint-enable`)).toEqual([['key', key]])
})

test('it is found wherever in a long text it stands, also where two looks meet', async () => {
  const key = made('ghp_', 36)
  const padding = (length: number) =>
    'word '
      .repeat(length)
      .slice(0, length - 1)
      .concat(' ')
  for (const at of [14_980, 15_000, 23_985, 24_000, 38_990, 60_000]) {
    const text = `${padding(at)}${key} ${padding(20_000)}`
    expect(await scan(text)).toEqual([{ kind: 'key', start: at, end: at + key.length }])
  }
})

test('others go on while a long text is looked at', async () => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  await scan('The quick brown fox jumps over 42 lazy dogs.\n'.repeat(20_000))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(5)
})

test('nothing is found in a text that is made to take long', async () => {
  for (const piece of [
    'a',
    '1 ',
    '1',
    'a.',
    'a@',
    '@a.',
    'eyJ',
    'eyJa.',
    '-----BEGIN PRIVATE KEY-----',
    '%41',
    '%',
    'sk-',
    '(1',
    '+1 ',
    'https://a:',
  ]) {
    const findings = await scan(piece.repeat(100_000 / piece.length))
    expect(findings.filter(({ kind }) => kind === 'key' || kind === 'card')).toEqual([])
  }
})
