import { redact, redactValue } from './redact.ts'
import { Secrets } from './secrets.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type LogFields = Readonly<Record<string, unknown>>

/** `message` is a constant sentence to search for; what varies goes into `fields`, in snake_case. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export interface LoggerOptions {
  level?: LogLevel
  /** Exact values (keys, tokens) that must never reach a line; what merely looks like one is removed anyway. */
  secrets?: readonly string[] | Secrets
  write?: (line: string) => void
  now?: () => number
}

/** Of one field: a host's words can be megabytes long, and a stack trace is not. */
const LONGEST_TEXT = 10_000

/** One JSON object per line on standard output. Logging never throws: a field that cannot be written is named as such. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', write = writeToStdout, now = Date.now } = options
  const known = options.secrets instanceof Secrets ? options.secrets : new Secrets(options.secrets ?? [])
  return forEachLevel((at, message, fields) => {
    if (LOG_LEVELS.indexOf(at) < LOG_LEVELS.indexOf(level)) return
    const secrets = known.all
    const reserved = { time: new Date(now()).toISOString(), level: at, message: redact(message, secrets) }
    write(JSON.stringify({ ...reserved, ...copyFields(fields, secrets), ...reserved }))
  })
}

export const silentLogger: Logger = forEachLevel(() => {})

export interface LogEntry {
  level: LogLevel
  message: string
  fields: LogFields
}

/** Keeps what was logged, for tests to look at. */
export function memoryLogger(): Logger & { readonly entries: LogEntry[] } {
  const entries: LogEntry[] = []
  return { entries, ...forEachLevel((level, message, fields) => entries.push({ level, message, fields })) }
}

function forEachLevel(log: (level: LogLevel, message: string, fields: LogFields) => void): Logger {
  return {
    debug: (message, fields = {}) => log('debug', message, fields),
    info: (message, fields = {}) => log('info', message, fields),
    warn: (message, fields = {}) => log('warn', message, fields),
    error: (message, fields = {}) => log('error', message, fields),
  }
}

function copyFields(fields: LogFields, secrets: readonly string[]): object {
  try {
    return redactValue(fields, secrets, LONGEST_TEXT) as object
  } catch (error) {
    return { unwritable_fields: redact(String(error), secrets) }
  }
}

function writeToStdout(line: string): void {
  process.stdout.write(`${line}\n`)
}
