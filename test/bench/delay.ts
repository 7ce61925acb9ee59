import { startChild, startUpstream } from './child.ts'
import { type DelayReport, type DelayTask, START_GAP_MS } from './delay-client.ts'
import { median, table } from './figure.ts'
import { hostShare } from './host-share.ts'
import { startProduct } from './product.ts'
import { TURN_FORMATS } from './wire.ts'

const STREAMS = 50
const RATE = 50
const SECONDS = 10
const REPETITIONS = 5

/**
 * How much later a browser has a delta than a client that reads the provider itself: upstream, product and client are
 * three processes, the upstream writes the time into each delta, the client compares it with its own.
 */
export async function delay(): Promise<string> {
  const upstream = await startUpstream()
  const baseUrl = upstream.baseUrl({ deltas: RATE * SECONDS, rate: RATE })
  const product = await startProduct(baseUrl)
  const rows: string[][] = []
  try {
    for (const format of TURN_FORMATS) {
      const runs: { floor: DelayReport; ours: DelayReport; cpu: number; taken: string }[] = []
      // The first one is cold.
      for (let run = -1; run < REPETITIONS; run += 1) {
        const floor = await read({ format, streams: STREAMS, source: { upstream: baseUrl } })
        const [before, taken] = [await product.cpu(), hostShare()]
        const ours = await read({ format, streams: STREAMS, source: { product: product.url } })
        const cpu = ((await product.cpu()) - before) / ours.events
        if (run >= 0) runs.push({ floor, ours, cpu, taken: taken() })
      }
      for (const { floor, ours, cpu, taken } of runs) {
        rows.push([
          format,
          String(ours.events),
          ...both(floor),
          ...both(ours),
          (ours.p50 - floor.p50).toFixed(2),
          (ours.p99 - floor.p99).toFixed(2),
          cpu.toFixed(0),
          taken,
        ])
      }
      const added = (key: 'p50' | 'p99') => median(runs.map(({ floor, ours }) => ours[key] - floor[key])).toFixed(2)
      rows.push([
        `**${format}, median**`,
        '',
        '',
        '',
        `**${added('p50')}**`,
        `**${added('p99')}**`,
        `**${median(runs.map(({ cpu }) => cpu)).toFixed(0)}**`,
        '',
      ])
    }
  } finally {
    await product.stop()
    upstream.stop()
  }
  return [
    `${STREAMS} sessions with their streams open, turns started ${START_GAP_MS} ms apart, ${RATE} events a second each for ${SECONDS} s; ms from the upstream's write to the client's read, all events of a run, the starts included. Direct: the same client reads the upstream itself, just before. One row a run.`,
    table(
      [
        'wire',
        'events',
        'direct p50 / p99',
        'through Metis p50 / p99',
        'added p50',
        'added p99',
        'server CPU µs/event',
        'taken by the host',
      ],
      rows,
    ),
  ].join('\n\n')
}

function both({ p50, p99 }: DelayReport): string[] {
  return [`${p50.toFixed(2)} / ${p99.toFixed(2)}`]
}

async function read(task: DelayTask): Promise<DelayReport> {
  const child = await startChild<DelayReport>('delay-client.ts', [JSON.stringify(task)])
  try {
    return await child.reply
  } finally {
    child.stop()
  }
}
