import { join, resolve } from 'node:path'
import { z } from 'zod'
import { parseModelId } from './canonical/id.ts'
import { address, isNetwork, Secret } from './env-value.ts'
import { LOG_LEVELS } from './log.ts'
import { PROVIDER_VARIABLES, type ProviderSettings, readProviders } from './provider-env.ts'

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1']

const PORT_FAULT = 'must be a port number from 1 to 65535, for instance 3000'

const Port = z
  .string()
  .regex(/^\d+$/, PORT_FAULT)
  .transform(Number)
  .pipe(z.number().min(1, PORT_FAULT).max(65_535, PORT_FAULT))

const Host = z
  .string()
  .regex(
    /^[\w.:%-]+$/,
    'must be an address or a name of this machine without a port, for instance 127.0.0.1, or 0.0.0.0 for all of its addresses',
  )

const PublicUrl = address(
  ['http:', 'https:'],
  'must be the address that people open, for instance https://chat.example.com',
)
  .refine((text) => {
    const { pathname = '/', search = '' } = URL.parse(text) ?? {}
    return pathname === '/' && search === ''
  }, 'must be without a path: Metis has the whole address')
  .transform((text) => new URL(text).origin)

const TrustedProxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isNetwork),
    'must be addresses or networks with commas between them, for instance 172.16.0.0/12',
  )

const Issuer = address(
  ['http:', 'https:'],
  'must be the address by which the identity provider calls itself, for instance https://accounts.example.com',
).refine((text) => {
  const { protocol = 'https:', hostname = '' } = URL.parse(text) ?? {}
  return protocol === 'https:' || LOOPBACK_HOSTS.includes(hostname.replace(/^\[|\]$/g, ''))
}, 'must be an https address: whoever is on the way could sign in as anybody')

const INTERVAL_FAULT = 'must be minutes, hours or days from 5m to 365d, for instance 24h'
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** In milliseconds. */
const Interval = z
  .string()
  .regex(/^[1-9]\d{0,5}[mhd]$/, INTERVAL_FAULT)
  .transform((text) => Number(text.slice(0, -1)) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])
  .pipe(
    z
      .number()
      .min(5 * UNIT_MS.m, INTERVAL_FAULT)
      .max(365 * UNIT_MS.d, INTERVAL_FAULT),
  )

const KEPT_FAULT = 'must be how many backups are kept, from 1 to 1000'

const BackupsKept = z
  .string()
  .regex(/^\d+$/, KEPT_FAULT)
  .transform(Number)
  .pipe(z.number().min(1, KEPT_FAULT).max(1_000, KEPT_FAULT))

/** Where they are written by themselves, and nothing else is said: a week of those of each day. */
const KEPT_BY_DEFAULT = 7

const DatabaseAddress = address(
  ['libsql:', 'http:', 'https:', 'ws:', 'wss:', 'file:'],
  'must be a libSQL address such as libsql://name.example.com or http://127.0.0.1:8080, without user name',
).refine(
  (text) => !URL.parse(text)?.searchParams.has('authToken'),
  'must be without authToken: a token belongs in LIBSQL_AUTH_TOKEN, where the log knows to leave it out',
)

const Variables = z.object({
  HOST: Host.default('127.0.0.1'),
  PORT: Port.default(3000),
  METIS_DATA_DIR: z.string().default('.data'),
  METIS_BACKUP_DIR: z.string().optional(),
  METIS_BACKUP_EVERY: Interval.optional(),
  METIS_BACKUP_KEEP: BackupsKept.optional(),
  METIS_DEFAULT_MODEL: z
    .string()
    .refine(
      (id) => parseModelId(id) !== undefined,
      'must be a model id of the form provider:name, for instance demo:openai',
    )
    .optional(),
  METIS_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  METIS_PUBLIC_URL: PublicUrl.optional(),
  METIS_OWNER_EMAIL: z.email('must be an e-mail address').optional(),
  METIS_TRUSTED_PROXIES: TrustedProxies.optional(),
  METIS_METRICS_TOKEN: Secret.min(16, 'must be at least 16 characters long').optional(),
  METIS_OIDC_ISSUER: Issuer.optional(),
  METIS_OIDC_CLIENT_ID: z.string().max(1_000, 'must be what the identity provider calls this Metis').optional(),
  METIS_OIDC_CLIENT_SECRET: Secret.optional(),
  METIS_OIDC_NAME: z.string().max(60, 'must be a name of at most 60 characters').optional(),
  LIBSQL_URL: DatabaseAddress.optional(),
  LIBSQL_AUTH_TOKEN: Secret.optional(),
  METIS_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters: 32 random bytes are best, for instance from openssl rand -base64 32')
    .optional(),
})

/** Every variable that Metis reads, but for those of further providers, whose names people choose. */
export const VARIABLE_NAMES: readonly string[] = [...Object.keys(Variables.shape), ...PROVIDER_VARIABLES]

/** A server that others can reach: then everybody signs in. */
export interface Reachable {
  /** The origin that people open; `null`: any address of this machine, but no name. */
  readonly publicUrl: string | null
  /** For whom the first start makes a link to become the owner. */
  readonly ownerEmail: string | null
  /** Whose word on where a request comes from is taken, beside that of this machine. */
  readonly trustedProxies: readonly string[]
}

/** Where people have an account that they may sign in with (OpenID Connect). */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  /** As people call it. */
  readonly name: string
}

export interface BackupSettings {
  /** Absolute. */
  readonly folder: string
  /** How often the server writes one by itself; `null`: never. */
  readonly everyMs: number | null
  /** How many it keeps; `null`: all. */
  readonly keep: number | null
}

/** What the environment says, checked; an absent optional value is `null`. */
export interface Env {
  readonly host: string
  readonly port: number
  /** `null`: it listens on this machine only, for one person. */
  readonly reachable: Reachable | null
  readonly oidc: OidcSettings | null
  /** Absolute. */
  readonly dataDir: string
  readonly backups: BackupSettings
  readonly defaultModel: string | null
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Under which keys that people paste are stored; `null` leaves it to a file beside the data. */
  readonly secret: string | null
  /** By which a monitor reads the metrics without signing in. */
  readonly metricsToken: string | null
  readonly libsql: { readonly url: string | null; readonly authToken: string | null }
  /** Those of which anything is said: set up or not, they may hold a key. */
  readonly providers: readonly ProviderSettings[]
}

/** Names each faulty variable and what to do about it; never repeats a value that may be a secret. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

type Source = Readonly<Record<string, string | undefined>>

/** Reads the environment once; an empty or blank variable counts as unset. Throws `EnvError`. */
export function readEnv(source: Source = process.env): Env {
  const given = Object.entries(source).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []))
  const values = Object.fromEntries(given)
  const parsed = Variables.safeParse(values)
  const { providers, faults } = readProviders(values)
  const incomplete = oidcFaults(values)
  if (!parsed.success || faults.length > 0 || incomplete.length > 0) {
    const own = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`) ?? []
    throw new EnvError([...own, ...incomplete, ...faults].join('\n'))
  }
  const { data } = parsed
  return Object.freeze({
    host: data.HOST,
    port: data.PORT,
    reachable: reachableBy(data),
    oidc: oidcBy(data),
    dataDir: resolve(data.METIS_DATA_DIR),
    backups: Object.freeze({
      // Not for the bundler, which would take all that may stand there for part of the program.
      folder: resolve(/* turbopackIgnore: true */ data.METIS_BACKUP_DIR ?? join(data.METIS_DATA_DIR, 'backups')),
      everyMs: data.METIS_BACKUP_EVERY ?? null,
      keep: data.METIS_BACKUP_KEEP ?? (data.METIS_BACKUP_EVERY === undefined ? null : KEPT_BY_DEFAULT),
    }),
    defaultModel: data.METIS_DEFAULT_MODEL ?? null,
    logLevel: data.METIS_LOG_LEVEL,
    secret: data.METIS_SECRET ?? null,
    metricsToken: data.METIS_METRICS_TOKEN ?? null,
    libsql: Object.freeze({ url: data.LIBSQL_URL ?? null, authToken: data.LIBSQL_AUTH_TOKEN ?? null }),
    providers: Object.freeze(providers),
  })
}

function reachableBy(data: z.infer<typeof Variables>): Reachable | null {
  if (LOOPBACK_HOSTS.includes(data.HOST) && data.METIS_PUBLIC_URL === undefined) return null
  return Object.freeze({
    publicUrl: data.METIS_PUBLIC_URL ?? null,
    ownerEmail: data.METIS_OWNER_EMAIL ?? null,
    trustedProxies: Object.freeze(data.METIS_TRUSTED_PROXIES ?? []),
  })
}

function oidcBy(data: z.infer<typeof Variables>): OidcSettings | null {
  const { METIS_OIDC_ISSUER: issuer, METIS_OIDC_CLIENT_ID: clientId } = data
  if (issuer === undefined || clientId === undefined) return null
  const name = data.METIS_OIDC_NAME ?? new URL(issuer).host
  return Object.freeze({ issuer, clientId, clientSecret: data.METIS_OIDC_CLIENT_SECRET ?? null, name })
}

/** One variable of an identity provider asks for others. */
function oidcFaults(values: Source): string[] {
  const [first] = Object.keys(values).filter((name) => name.startsWith('METIS_OIDC_'))
  const needed = ['METIS_OIDC_ISSUER', 'METIS_OIDC_CLIENT_ID', 'METIS_PUBLIC_URL']
  const missing = first === undefined ? [] : needed.filter((name) => values[name] === undefined)
  return missing.map((name) => `${name} is not set, and ${first} is: signing in by an identity provider needs both.`)
}

/** What the logger must never write. */
export function secretsOf(env: Env): string[] {
  const keys = env.providers.map(({ apiKey }) => apiKey)
  const { libsql, secret, metricsToken, oidc } = env
  return [libsql.authToken, secret, metricsToken, oidc?.clientSecret ?? null, ...keys].filter((each) => each !== null)
}

/** A secret under a name that people chose themselves; `null` where it is not set, or is no line that a header can carry. */
export function readSecret(name: string, source: Source = process.env): string | null {
  const { data } = Secret.safeParse(source[name]?.trim())
  return data ?? null
}

/** Whether this process is a script of npm's (or of another tool that runs `package.json`'s), as it says of itself. */
export function startedByNpm(source: Source = process.env): boolean {
  return Boolean(source.npm_lifecycle_event)
}

/** Whether what leaves the server is held against its contract: the tests say so. It costs time, and whoever runs Metis gains nothing by it. */
export function checksContract(source: Source = process.env): boolean {
  return source.METIS_TEST_CONTRACT === '1'
}

/** The environment of this process for one that it starts, with `values` set over it. */
export function childEnvironment(values: Source): NodeJS.ProcessEnv {
  return { ...process.env, ...values }
}
