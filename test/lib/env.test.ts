import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { checksContract, childEnvironment, EnvError, readEnv, secretsOf, VARIABLE_NAMES } from '#lib/env.ts'
import { keyVariable } from '#lib/provider-env.ts'

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  reachable: null,
  oidc: null,
  dataDir: resolve('.data'),
  backups: { folder: resolve('.data/backups'), everyMs: null, keep: null },
  defaultModel: null,
  logLevel: 'info',
  secret: null,
  metricsToken: null,
  libsql: { url: null, authToken: null },
  providers: [],
}

/** What is read of a provider of which nothing else is said. */
const nothingElse = { apiKey: null, baseUrl: null, protocol: null, models: [], options: {} }

function faultOf(source: Record<string, string>): string {
  try {
    readEnv(source)
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).message
  }
  throw new Error('the environment was accepted')
}

describe('readEnv', () => {
  test('needs nothing: an empty environment gives the defaults', () => {
    expect(readEnv({})).toEqual(defaults)
  })

  test('reads every variable and trims it', () => {
    const env = readEnv({
      HOST: 'localhost',
      PORT: ' 8080 ',
      METIS_DATA_DIR: '/var/lib/metis',
      METIS_BACKUP_DIR: '/mnt/backups',
      METIS_BACKUP_EVERY: '12h',
      METIS_BACKUP_KEEP: '14',
      METIS_DEFAULT_MODEL: 'ollama:minimax-m3:cloud',
      METIS_LOG_LEVEL: 'debug',
      LIBSQL_URL: 'libsql://metis.example.com?tls=0',
      LIBSQL_AUTH_TOKEN: 'database-token',
      METIS_SECRET: 'sixteen letters.',
      METIS_METRICS_TOKEN: 'token-of-metrics',
      ANTHROPIC_API_KEY: 'anthropic-key\n',
      ANTHROPIC_BASE_URL: 'https://proxy.example.com/anthropic/',
      OPENAI_API_KEY: 'openai-key',
      OPENAI_BASE_URL: 'http://127.0.0.1:8081/v1',
      OPENAI_PROTOCOL: 'openai-responses',
      OPENAI_ORG_ID: 'org-1',
    })
    expect(env).toEqual({
      host: 'localhost',
      port: 8080,
      reachable: null,
      oidc: null,
      dataDir: '/var/lib/metis',
      backups: { folder: '/mnt/backups', everyMs: 43_200_000, keep: 14 },
      defaultModel: 'ollama:minimax-m3:cloud',
      logLevel: 'debug',
      secret: 'sixteen letters.',
      metricsToken: 'token-of-metrics',
      libsql: { url: 'libsql://metis.example.com?tls=0', authToken: 'database-token' },
      providers: [
        {
          ...nothingElse,
          id: 'anthropic',
          label: 'Anthropic',
          apiKey: 'anthropic-key',
          baseUrl: 'https://proxy.example.com/anthropic/',
        },
        {
          ...nothingElse,
          id: 'openai',
          label: 'OpenAI',
          apiKey: 'openai-key',
          baseUrl: 'http://127.0.0.1:8081/v1',
          protocol: 'openai-responses',
          options: { organization: 'org-1' },
        },
      ],
    })
  })

  test('takes an empty or blank variable as unset, as a copied .env.example leaves it', () => {
    const blank = { HOST: '', PORT: ' ', METIS_DATA_DIR: '', OPENAI_API_KEY: '', OPENAI_BASE_URL: '\t', LIBSQL_URL: '' }
    expect(readEnv(blank)).toEqual(defaults)
  })

  test('gives a value that nobody can change afterwards', () => {
    const env = readEnv({ OPENAI_API_KEY: 'openai-key' })
    expect([env, env.libsql, env.providers, ...env.providers].every(Object.isFrozen)).toBe(true)
  })

  test('makes a relative folder absolute, and keeps backups with the data where nothing else is said', () => {
    const env = readEnv({ METIS_DATA_DIR: 'elsewhere/data' })
    expect([env.dataDir, env.backups.folder]).toEqual([resolve('elsewhere/data'), resolve('elsewhere/data/backups')])
    expect(readEnv({ METIS_BACKUP_DIR: 'copies' }).backups.folder).toBe(resolve('copies'))
  })

  test('keeps a week of backups where it writes them by itself, and removes none where it does not', () => {
    expect(readEnv({ METIS_BACKUP_EVERY: '1d' }).backups).toMatchObject({ everyMs: 86_400_000, keep: 7 })
    expect(readEnv({ METIS_BACKUP_KEEP: '3' }).backups).toMatchObject({ everyMs: null, keep: 3 })
  })

  test.each([
    ['METIS_BACKUP_EVERY', '24'],
    ['METIS_BACKUP_EVERY', '4m'],
    ['METIS_BACKUP_EVERY', '366d'],
    ['METIS_BACKUP_KEEP', '0'],
    ['METIS_BACKUP_KEEP', 'all'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultOf({ [name]: value })).toMatch(new RegExp(`^${name} must be .* from `))
  })

  test.each(['127.0.0.1', 'localhost', '::1'])('listens on %s', (HOST) => {
    expect(readEnv({ HOST }).host).toBe(HOST)
  })

  test.each(['127.0.0.1', 'localhost', '::1'])('can be reached by nobody else on %s', (HOST) => {
    expect(readEnv({ HOST }).reachable).toBeNull()
    expect(readEnv({ HOST, METIS_OWNER_EMAIL: 'a@example.org' }).reachable).toBeNull()
  })

  test.each(['0.0.0.0', '::', '192.168.1.4', 'fe80::1%eth0', 'my-machine'])(
    'can be reached by others on %s',
    (HOST) => {
      expect(readEnv({ HOST }).reachable).toEqual({ publicUrl: null, ownerEmail: null, trustedProxies: [] })
    },
  )

  test('can be reached by others under a public address, wherever it listens', () => {
    const METIS_PUBLIC_URL = 'https://Chat.example.com:443/'
    const said = { METIS_PUBLIC_URL, METIS_OWNER_EMAIL: 'a@example.org', METIS_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }
    expect(readEnv(said).reachable).toEqual({
      publicUrl: 'https://chat.example.com',
      ownerEmail: 'a@example.org',
      trustedProxies: ['10.0.0.0/8', '::1'],
    })
  })

  test.each(['0', '65536', '-1', '3000.5', '3e3', 'http', '99999999999999999999'])('refuses port %s', (PORT) => {
    expect(faultOf({ PORT })).toBe('PORT must be a port number from 1 to 65535, for instance 3000.')
  })

  test.each([
    ['HOST', 'http://127.0.0.1'],
    ['HOST', 'two words'],
    ['METIS_PUBLIC_URL', 'chat.example.com'],
    ['METIS_PUBLIC_URL', 'ftp://chat.example.com'],
    ['METIS_PUBLIC_URL', 'https://me:secret@chat.example.com'],
    ['METIS_PUBLIC_URL', 'https://example.com/chat'],
    ['METIS_OWNER_EMAIL', 'me'],
    ['METIS_METRICS_TOKEN', 'short'],
    ['METIS_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['METIS_TRUSTED_PROXIES', 'proxy.example.com'],
    ['METIS_DEFAULT_MODEL', 'gpt-5'],
    ['METIS_DEFAULT_MODEL', 'openai:'],
    ['METIS_LOG_LEVEL', 'verbose'],
    ['LIBSQL_URL', 'metis.db'],
    ['LIBSQL_URL', 'postgres://127.0.0.1/metis'],
    ['LIBSQL_URL', 'libsql://metis.example.com?tls=0&authToken=hunter2'],
    ['ANTHROPIC_BASE_URL', 'api.example.com'],
    ['ANTHROPIC_BASE_URL', 'ftp://api.example.com'],
    ['OPENAI_BASE_URL', 'https://user:pass@api.example.com'],
    ['OPENAI_BASE_URL', 'https://api.example.com/#v1'],
    ['OPENAI_API_KEY', 'two words'],
    ['ANTHROPIC_API_KEY', 'line\nbreak'],
    ['LIBSQL_AUTH_TOKEN', 'schlüssel'],
  ])('names %s when it is %j', (name, value) => {
    expect(faultOf({ [name]: value })).toMatch(new RegExp(`^${name} must be .+\\.$`))
  })

  test('reports every fault at once, one to a line', () => {
    const lines = faultOf({ PORT: 'x', HOST: 'x y', METIS_LOG_LEVEL: 'x' }).split('\n')
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(['HOST', 'METIS_LOG_LEVEL', 'PORT'])
  })

  test('never repeats a faulty secret', () => {
    expect(faultOf({ OPENAI_API_KEY: 'hunter2 hunter2', OPENAI_BASE_URL: 'https://u:hunter2@h' })).not.toContain(
      'hunter2',
    )
  })

  test('reads the environment of the process by default', () => {
    expect(readEnv().libsql.url).toBeNull()
  })
})

describe('providers of names of one’s own', () => {
  test('have an address, and a key, a label, models and a protocol where they are said', () => {
    const env = readEnv({
      METIS_PROVIDERS: 'work, my-lab',
      METIS_PROVIDER_WORK_BASE_URL: 'https://llm.example.com/v1',
      METIS_PROVIDER_WORK_API_KEY: 'work-key',
      METIS_PROVIDER_WORK_LABEL: 'Work gateway',
      METIS_PROVIDER_WORK_MODELS: 'large, small',
      METIS_PROVIDER_MY_LAB_BASE_URL: 'http://127.0.0.1:9000',
      METIS_PROVIDER_MY_LAB_PROTOCOL: 'anthropic',
    })
    expect(env.providers).toEqual([
      {
        id: 'work',
        label: 'Work gateway',
        apiKey: 'work-key',
        baseUrl: 'https://llm.example.com/v1',
        protocol: 'openai',
        models: ['large', 'small'],
        options: {},
      },
      { ...nothingElse, id: 'my-lab', label: 'my-lab', baseUrl: 'http://127.0.0.1:9000', protocol: 'anthropic' },
    ])
    expect(secretsOf(env)).toEqual(['work-key'])
  })

  const work = { METIS_PROVIDERS: 'work', METIS_PROVIDER_WORK_BASE_URL: 'http://127.0.0.1:1' }
  test.each([
    [
      { METIS_PROVIDERS: 'work' },
      'METIS_PROVIDERS names work, and METIS_PROVIDER_WORK_BASE_URL is not set: give its address.',
    ],
    [{ METIS_PROVIDERS: 'groq' }, 'METIS_PROVIDERS names groq, which is known already: GROQ_BASE_URL is its address.'],
    [{ METIS_PROVIDERS: 'demo' }, 'METIS_PROVIDERS names demo, which is the name of the demo.'],
    [
      { METIS_PROVIDERS: 'My:Lab' },
      'METIS_PROVIDERS names My:Lab, which is no name for a provider: small letters, digits and hyphens, beginning with a letter, 32 at most.',
    ],
    [
      { ...work, METIS_PROVIDER_WROK_API_KEY: 'k' },
      'METIS_PROVIDER_WROK_API_KEY belongs to no provider: METIS_PROVIDERS names work; a variable of it ends in BASE_URL, API_KEY, LABEL, MODELS, PROTOCOL.',
    ],
    [
      { ...work, METIS_PROVIDER_WORK_PROTOCOL: 'grpc' },
      'METIS_PROVIDER_WORK_PROTOCOL must be one of openai, openai-responses, anthropic, ollama.',
    ],
    [
      { ...work, METIS_PROVIDER_WORK_BASE_URL: 'llm.example.com' },
      'METIS_PROVIDER_WORK_BASE_URL must be an http or https address, without user name or fragment.',
    ],
  ])('%j: %s', (source, fault) => {
    expect(faultOf(source)).toBe(fault)
  })

  test('a protocol that a known provider does not speak is refused with those that it does', () => {
    expect(faultOf({ OLLAMA_PROTOCOL: 'anthropic' })).toBe('OLLAMA_PROTOCOL must be one of ollama, openai.')
  })
})

test('the variable of a key is the one of `.env`, or one that a shell takes for a provider of any other name', () => {
  expect(['anthropic', 'my-lab', '302ai', '9'].map(keyVariable)).toEqual([
    'ANTHROPIC_API_KEY',
    'MY_LAB_API_KEY',
    '_302AI_API_KEY',
    '_9_API_KEY',
  ])
})

describe('an identity provider', () => {
  const needed = {
    METIS_PUBLIC_URL: 'https://chat.example.com',
    METIS_OIDC_ISSUER: 'https://accounts.example.com/realm',
    METIS_OIDC_CLIENT_ID: 'metis',
  }

  test('is called by its host, where no other name is given', () => {
    const oidc = { issuer: 'https://accounts.example.com/realm', clientId: 'metis', clientSecret: null }
    expect(readEnv(needed).oidc).toEqual({ ...oidc, name: 'accounts.example.com' })
    const more = { METIS_OIDC_CLIENT_SECRET: 's3cret', METIS_OIDC_NAME: 'Example GmbH' }
    const env = readEnv({ ...needed, ...more })
    expect(env.oidc).toEqual({ ...oidc, clientSecret: 's3cret', name: 'Example GmbH' })
    expect(secretsOf(env)).toEqual(['s3cret'])
  })

  test.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'may be %s, on this machine',
    (METIS_OIDC_ISSUER) => {
      expect(readEnv({ ...needed, METIS_OIDC_ISSUER }).oidc?.issuer).toBe(METIS_OIDC_ISSUER)
    },
  )

  test.each([
    ['METIS_OIDC_ISSUER', 'http://accounts.example.com'],
    ['METIS_OIDC_ISSUER', 'http://localhost.example.com'],
    ['METIS_OIDC_ISSUER', 'accounts.example.net'],
    ['METIS_OIDC_ISSUER', 'https://user:pass@accounts.example.com'],
    ['METIS_OIDC_CLIENT_SECRET', 'two words'],
    ['METIS_OIDC_NAME', 'x'.repeat(61)],
  ])('is refused by name: %s %s', (name, value) => {
    const fault = faultOf({ ...needed, [name]: value })
    expect(fault).toMatch(new RegExp(`^${name} must `))
    expect(fault).not.toContain(value)
  })

  test.each(Object.keys(needed))('is not without %s', (name) => {
    const fault = faultOf({ ...needed, METIS_OIDC_CLIENT_SECRET: 's3cret', [name]: '' })
    expect(fault).toContain(`${name} is not set`)
    expect(fault).not.toContain('s3cret')
  })
})

test('secretsOf lists the keys and tokens that are set', () => {
  const METIS_SECRET = 'sixteen letters.'
  const env = readEnv({ OPENAI_API_KEY: 'openai-key', LIBSQL_AUTH_TOKEN: 'database-token', METIS_SECRET })
  expect(secretsOf(env)).toEqual(['database-token', METIS_SECRET, 'openai-key'])
})

test('childEnvironment hands on the environment of this process, with values set over it', () => {
  vi.stubEnv('METIS_TEST', 'inherited')
  expect(childEnvironment({ PORT: '3001' })).toMatchObject({ METIS_TEST: 'inherited', PORT: '3001' })
  expect(childEnvironment({ METIS_TEST: 'replaced' })).toMatchObject({ METIS_TEST: 'replaced' })
})

test('every variable is in the example, and nothing else', () => {
  const example = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)
  expect([...example].map(([, name]) => name).sort()).toEqual([...VARIABLE_NAMES].sort())
})

test('the contract is checked where a test asks for it, and nowhere else', () => {
  expect(checksContract({})).toBe(false)
  expect(checksContract({ METIS_TEST_CONTRACT: '' })).toBe(false)
  expect(checksContract({ METIS_TEST_CONTRACT: '1' })).toBe(true)
})
