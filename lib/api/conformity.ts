import type { z } from 'zod'
import { FRAMES } from '../events/frame.ts'
import type { Endpoint } from './endpoint.ts'
import { ERROR_BODIES, ERRORS, type ErrorCode } from './error.ts'

/** What left the server is not what the contract says. Checked in tests alone. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach'
}

/** An answer as it left: its body as the JSON that was sent, `undefined` where it has none or is no JSON. */
export interface SentAnswer {
  status: number
  type: string | null
  json?: unknown
}

/** Throws a `ContractBreach` that names the place where an answer is not as its endpoint says. */
export function checkAnswer(
  where: string,
  { answer: usual, otherwise, errors }: Pick<Endpoint, 'answer' | 'otherwise' | 'errors'>,
  sent: SentAnswer,
): void {
  const breach = (problem: string) => new ContractBreach(`${where} answers ${sent.status}: ${problem}`)
  if (sent.status >= 400) {
    checkRefusal(breach, errors, sent)
    return
  }
  const answer: Endpoint['answer'] = sent.status === otherwise?.status ? otherwise : usual
  if (sent.status !== answer.status) throw breach(`the contract says ${answer.status}`)
  if ('json' in answer && !(sent.json === undefined && isOneOf(answer.or, sent.type))) {
    const departure = departureFrom(answer.json, sent.json)
    if (departure !== null) throw breach(departure)
  } else if (!('json' in answer)) {
    const types = 'file' in answer ? answer.file : 'events' in answer ? ['text/event-stream'] : [null]
    if (!isOneOf(types, sent.type)) throw breach(`it comes as ${sent.type}`)
  }
}

/** A type without its parameters. */
function isOneOf(types: readonly (string | null)[] | undefined, type: string | null): boolean {
  return types?.includes(type?.split(';')[0] ?? null) === true
}

function checkRefusal(
  breach: (problem: string) => ContractBreach,
  errors: readonly ErrorCode[],
  { status, json }: SentAnswer,
): void {
  const code = (json as { error?: { code?: unknown } } | undefined)?.error?.code
  const known = errors.find((error) => error === code)
  if (known === undefined) throw breach(`the contract has no ${JSON.stringify(code)} here`)
  if (status !== ERRORS[known].status) throw breach(`${known} has the status ${ERRORS[known].status}`)
  const departure = departureFrom(ERROR_BODIES[known], json)
  if (departure !== null) throw breach(departure)
}

/** Throws a `ContractBreach` that names the field in which a frame is not as the contract says. */
export function checkFrame(frame: { type: string }): void {
  const schema: z.ZodType | undefined = Object.hasOwn(FRAMES, frame.type)
    ? FRAMES[frame.type as keyof typeof FRAMES]
    : undefined
  if (!schema) throw new ContractBreach(`the stream sends a frame ${frame.type}, which the contract does not have`)
  const departure = departureFrom(schema, JSON.parse(JSON.stringify(frame)))
  if (departure !== null) throw new ContractBreach(`the stream sends a frame ${frame.type}: ${departure}`)
}

/** Where a value is not what a schema says of it, a field too many included; null where it is. */
function departureFrom(schema: z.ZodType, sent: unknown): string | null {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return differenceOf(sent, parsed.data, [])
  const [issue] = parsed.error.issues
  return issue ? `${pathOf(issue.path)}: ${issue.message}` : null
}

/** A field that the schema left out was never promised, and one that it added was not sent. */
function differenceOf(sent: unknown, read: unknown, path: readonly PropertyKey[]): string | null {
  if (sent === read || !isObject(sent) || !isObject(read)) return null
  for (const key of new Set([...Object.keys(sent), ...Object.keys(read)])) {
    // zod drops a field of this name, which a model may write.
    if (key === '__proto__') continue
    const place = [...path, key]
    if (!Object.hasOwn(read, key)) return `${pathOf(place)}: the contract has no such field`
    if (!Object.hasOwn(sent, key) && read[key] !== undefined) return `${pathOf(place)}: is missing`
    const difference = differenceOf(sent[key], read[key], place)
    if (difference !== null) return difference
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the whole' : path.map(String).join('.')
}
