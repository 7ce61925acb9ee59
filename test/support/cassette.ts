import { readdirSync, readFileSync } from 'node:fs'
import { classifyFailure } from '#lib/adapters/failure/errors.ts'
import type { Answer, AnswerContext, Protocol, WireEvent } from '#lib/adapters/protocol.ts'
import { WireError } from '#lib/adapters/protocol.ts'
import { eventOrderChecker } from '#lib/canonical/event-order.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'

/** One exchange under `cassettes/<format>/`; `recorded` by us, or `synthetic` after the document it names. */
export interface Cassette {
  name: string
  provider: string
  api: string
  streaming: boolean
  label: 'recorded' | 'synthetic'
  document?: string
  request: { body: JsonObject | null }
  response: { status: number; headers: Record<string, string>; body: string }
}

const root = new URL('../../cassettes/', import.meta.url)

export function cassettes(format: string): Cassette[] {
  const folder = new URL(`${format}/`, root)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.golden.json'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
}

export const goldenPath = ({ api, name }: Cassette): string => new URL(`${api}/${name}.golden.json`, root).pathname

/** Server-sent events as a cassette has them: fields one per line, events parted by blank lines. */
export function wireEvents(body: string): WireEvent[] {
  return body.split(/\r?\n\r?\n/).flatMap((frame) => {
    const lines = frame.split(/\r?\n/)
    const field = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''))
    const data = field('data')
    return data.length === 0 ? [] : [{ event: field('event')[0], data: data.join('\n') }]
  })
}

function lines(body: string): WireEvent[] {
  return body.split('\n').flatMap((data) => (data.trim() === '' ? [] : [{ data }]))
}

/** Ids count up from `tu_1`; the served model is the wire's name under the asked-for provider. */
export function answerContext(fields: Partial<AnswerContext> = {}): AnswerContext & { warnings: string[] } {
  const warnings: string[] = []
  let ids = 0
  const { provider = 'test', model = `${provider}:asked` } = fields
  return {
    provider,
    model,
    served: (wireName) => (wireName ? `${provider}:${wireName}` : model),
    newToolUseId: () => {
      ids += 1
      return `tu_${ids}`
    },
    warn: (message, details) => warnings.push(`${message} ${JSON.stringify(details ?? {})}`),
    ...fields,
    warnings,
  }
}

export interface Played {
  events: StreamEvent[]
  /** Partial where `failure` is set. */
  answer: Answer | null
  failure: ReturnType<typeof classifyFailure> | null
  finished: boolean
  warnings: string[]
}

/** Runs the bare protocol over an exchange, and checks the order of its events on the way. */
export function play(protocol: Protocol, cassette: Cassette): Played {
  const context = answerContext({ provider: cassette.provider })
  const { status, body } = cassette.response
  const check = eventOrderChecker()
  check({ type: 'message.start', model: context.model })
  const events: StreamEvent[] = []
  const keep = (more: StreamEvent[]) => {
    for (const event of more) check(event)
    events.push(...more)
  }
  const failed = (error: unknown) => {
    if (!(error instanceof WireError)) throw error
    return classifyFailure(error.failure, protocol.classify(error.failure))
  }
  const { warnings } = context
  if (status !== 200 || !cassette.streaming) {
    const parsed: unknown = JSON.parse(body)
    if (!isJsonObject(parsed)) throw new TypeError(`${cassette.name} holds no JSON object`)
    const wire = { status, body: parsed, text: body }
    if (status !== 200) {
      const failure = classifyFailure(wire, protocol.classify(wire))
      return { events, answer: null, failure, finished: true, warnings }
    }
    try {
      return { events, answer: protocol.fromWire(parsed, context), failure: null, finished: true, warnings }
    } catch (error) {
      return { events, answer: null, failure: failed(error), finished: true, warnings }
    }
  }
  const machine = protocol.machine(context)
  let failure: Played['failure'] = null
  try {
    for (const event of protocol.framing === 'ndjson' ? lines(body) : wireEvents(body)) keep(machine.push(event))
  } catch (error) {
    failure = failed(error)
  }
  const end = machine.end(failure ? 'error' : 'complete')
  keep(end.events)
  return { events, answer: end.answer, failure, finished: machine.finished, warnings }
}

/** What is compared byte for byte: the order of events in short, and everything the caller gets. */
export function goldenText({ events, answer, failure, finished, warnings }: Played): string {
  const golden = {
    trace: trace(events),
    finished,
    ...(failure ? { failure } : {}),
    ...(answer ? { answer: { ...answer, provider_ids: Object.fromEntries(answer.provider_ids) } } : {}),
    warnings,
  }
  return `${JSON.stringify(golden, null, 1)}\n`
}

function trace(events: readonly StreamEvent[]): string[] {
  const runs: { step: string; count: number }[] = []
  for (const event of events) {
    const step = 'content_block_index' in event ? `${event.type}(${event.content_block_index})` : event.type
    const last = runs.at(-1)
    if (last?.step === step) last.count += 1
    else runs.push({ step, count: 1 })
  }
  return runs.map(({ step, count }) => (count === 1 ? step : `${step} ×${count}`))
}
