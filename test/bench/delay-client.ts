import { setTimeout as sleep } from 'node:timers/promises'
import { apiClient } from '../../e2e/client.ts'
import { quantile } from './figure.ts'
import { readFloor } from './floor.ts'
import { WIRES, type WireFormat } from './wire.ts'

/** What `delay.ts` asks this process: to read so many streams at once, from the upstream itself or as a browser does. */
export interface DelayTask {
  format: WireFormat
  streams: number
  /** With `gather`, words of so many ms come together, as the page asks for them. */
  source: { upstream: string } | { product: string; gather?: number }
  /** Whether to tell how many events there were so far, when all streams have run for a moment, and when the first one has ended. */
  tells_steady?: true
}

export interface DelayReport {
  events: number
  p50: number
  p99: number
  max: number
}

/** What comes before the report where that is asked for; null where the first stream ended before the last one had begun. */
export type SteadyMark = number | null

/** Until a stream that has just begun is like any other. */
export const SETTLE_MS = 1_000

/** People do not all press Enter in the same moment. */
export const START_GAP_MS = 100

const [task] = process.argv.slice(2)
if (task) process.send?.(await measure(JSON.parse(task) as DelayTask))

async function measure({ format, streams, source, tells_steady }: DelayTask): Promise<DelayReport> {
  const delays: number[] = []
  let hasEnded = false
  // The system's monotonic clock is the same in every process of a machine.
  const note = (text: string) => {
    const now = process.hrtime.bigint()
    for (const [stamp] of text.matchAll(/\d{6,}/g)) delays.push(Number(now - BigInt(stamp)) / 1e6)
  }
  const read: () => Promise<unknown> =
    'upstream' in source
      ? () => readFloor(format, source.upstream, (event) => note(deltaText(event)))
      : await productReader(source, WIRES[format].model, streams, note)
  const reads = Array.from({ length: streams }, (_, index) => sleep(index * START_GAP_MS).then(() => read()))
  if (tells_steady) {
    const first = Promise.race(reads).then(() => {
      hasEnded = true
    })
    await Promise.race([first, sleep(streams * START_GAP_MS + SETTLE_MS)])
    process.send?.(hasEnded ? null : delays.length)
    await first
    process.send?.(delays.length)
  }
  await Promise.all(reads)
  return { events: delays.length, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), max: quantile(delays, 1) }
}

/** The text of a delta of either wire. */
function deltaText(event: unknown): string {
  const { delta, choices } = event as { delta?: { text?: string }; choices?: { delta: { content?: string } }[] }
  return delta?.text ?? choices?.[0]?.delta.content ?? ''
}

/** Sessions with their streams open, as in so many browsers; each call starts the turn of the next one and reads to its end. */
async function productReader(
  { product, gather = 0 }: { product: string; gather?: number },
  model: string,
  count: number,
  note: (text: string) => void,
) {
  const api = apiClient(product)
  const open = async () => {
    const id = await api.newSession({ active_model: model })
    const stream = await api.call(`/sessions/${id}/stream?gather=${gather}`)
    if (!stream.ok || !stream.body) throw new Error(`stream: ${stream.status}`)
    // Read from now on, as a browser does.
    return { id, end: readTurn(stream.body, note) }
  }
  const sessions = await Promise.all(Array.from({ length: count }, open))
  return async () => {
    const session = sessions.pop()
    if (!session) return
    await api.say(session.id, 'Go on.')
    await session.end
  }
}

async function readTurn(body: ReadableStream<Uint8Array>, note: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const block of frames) {
      const at = block.indexOf('data: ')
      if (at < 0) continue
      const frame = JSON.parse(block.slice(at + 'data: '.length)) as { type: string; payload: { text?: string } }
      if (frame.type === 'text.delta') note(frame.payload.text ?? '')
      if (frame.type === 'turn.failed') throw new Error('the turn failed')
      if (frame.type === 'turn.completed') return
    }
  }
  throw new Error('the stream ended before the turn did')
}
