import { resolve } from 'node:path'
import { z } from 'zod'
import { parseModelId } from './canonical/id.ts'
import { LOG_LEVELS } from './log.ts'

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1']

const PORT_FAULT = 'must be a port number from 1 to 65535, for instance 3000'

const Port = z
  .string()
  .regex(/^\d+$/, PORT_FAULT)
  .transform(Number)
  .pipe(z.number().min(1, PORT_FAULT).max(65_535, PORT_FAULT))

const Host = z
  .string()
  .refine(
    (host) => LOOPBACK_HOSTS.includes(host),
    'is refused: Metis has no sign-in yet, so it listens on this machine only. Use 127.0.0.1, localhost or ::1, or leave it out',
  )

const Secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be one line of visible ASCII characters without spaces')

const ApiAddress = address(['http:', 'https:'], 'must be an http or https address, without user name or fragment')

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
  METIS_DEFAULT_MODEL: z
    .string()
    .refine(
      (id) => parseModelId(id) !== undefined,
      'must be a model id of the form provider:name, for instance demo:openai',
    )
    .optional(),
  METIS_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LIBSQL_URL: DatabaseAddress.optional(),
  LIBSQL_AUTH_TOKEN: Secret.optional(),
  ANTHROPIC_API_KEY: Secret.optional(),
  ANTHROPIC_BASE_URL: ApiAddress.optional(),
  OPENAI_API_KEY: Secret.optional(),
  OPENAI_BASE_URL: ApiAddress.optional(),
  OPENROUTER_API_KEY: Secret.optional(),
  OPENROUTER_BASE_URL: ApiAddress.optional(),
  OLLAMA_API_KEY: Secret.optional(),
  OLLAMA_BASE_URL: ApiAddress.optional(),
})

/** Every variable that Metis reads. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape)

export interface ProviderEnv {
  readonly apiKey: string | null
  readonly baseUrl: string | null
}

/** What the environment says, checked; an absent optional value is `null`. */
export interface Env {
  readonly host: string
  readonly port: number
  /** Absolute. */
  readonly dataDir: string
  readonly defaultModel: string | null
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly libsql: { readonly url: string | null; readonly authToken: string | null }
  readonly anthropic: ProviderEnv
  readonly openai: ProviderEnv
  readonly openrouter: ProviderEnv
  readonly ollama: ProviderEnv
}

/** Names each faulty variable and what to do about it; never repeats a value that may be a secret. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

type Source = Readonly<Record<string, string | undefined>>

/** Reads the environment once; an empty or blank variable counts as unset. Throws `EnvError`. */
export function readEnv(source: Source = process.env): Env {
  const given = Object.entries(source).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []))
  const parsed = Variables.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'))
  }
  const { data } = parsed
  return Object.freeze({
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.METIS_DATA_DIR),
    defaultModel: data.METIS_DEFAULT_MODEL ?? null,
    logLevel: data.METIS_LOG_LEVEL,
    libsql: Object.freeze({ url: data.LIBSQL_URL ?? null, authToken: data.LIBSQL_AUTH_TOKEN ?? null }),
    anthropic: Object.freeze({ apiKey: data.ANTHROPIC_API_KEY ?? null, baseUrl: data.ANTHROPIC_BASE_URL ?? null }),
    openai: Object.freeze({ apiKey: data.OPENAI_API_KEY ?? null, baseUrl: data.OPENAI_BASE_URL ?? null }),
    openrouter: Object.freeze({ apiKey: data.OPENROUTER_API_KEY ?? null, baseUrl: data.OPENROUTER_BASE_URL ?? null }),
    ollama: Object.freeze({ apiKey: data.OLLAMA_API_KEY ?? null, baseUrl: data.OLLAMA_BASE_URL ?? null }),
  })
}

/** What the logger must never write. */
export function secretsOf(env: Env): string[] {
  const { libsql, anthropic, openai, openrouter, ollama } = env
  const keys = [anthropic, openai, openrouter, ollama].map(({ apiKey }) => apiKey)
  return [libsql.authToken, ...keys].filter((secret) => secret !== null)
}

/** Whether this process is a script of npm's (or of another tool that runs `package.json`'s), as it says of itself. */
export function startedByNpm(source: Source = process.env): boolean {
  return Boolean(source.npm_lifecycle_event)
}

/** The environment of this process for one that it starts, with `values` set over it. */
export function childEnvironment(values: Source): NodeJS.ProcessEnv {
  return { ...process.env, ...values }
}

/** Credentials belong in variables of their own, where the log knows to leave them out. */
function address(protocols: readonly string[], fault: string) {
  return z.string().refine((text) => {
    const url = URL.parse(text)
    return url !== null && protocols.includes(url.protocol) && !url.username && !url.password && !url.hash
  }, fault)
}
