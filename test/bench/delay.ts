import { setTimeout as sleep } from 'node:timers/promises'
import { startChild, startUpstream } from './child.ts'
import { type DelayReport, type DelayTask, START_GAP_MS } from './delay-client.ts'
import { median, table, tell } from './figure.ts'
import { hostShare, printShare } from './host-share.ts'
import type { BenchOptions } from './option.ts'
import { startProduct } from './product.ts'
import { TURN_FORMATS } from './wire.ts'

type TurnFormat = (typeof TURN_FORMATS)[number]

const RATE = 50
/** Where the host stays busy, so many runs are enough, be they calm or not. */
const MOST_RUNS = 15
/** A host that takes more than this of the processors is what such a run measures. */
const CALM_SHARE = 0.01
/** Until then the server's code is still being compiled, and its heap finds its size. */
const WARM_UP = 2
/** A shared host gives a machine that was busy for long less than its due. */
const REST_MS = 20_000

interface Run {
  floor: DelayReport
  ours: DelayReport
  cpu: number
  /** What the host took, of both. */
  taken: number | null
}

/**
 * How much later a browser has a delta than a client that reads the provider itself: upstream, product and client are
 * three processes, the upstream writes the time into each delta, the client compares it with its own.
 */
export async function delay({ streams = 50, seconds = 10, repetitions = 5, wire }: BenchOptions): Promise<string> {
  const upstream = await startUpstream()
  const baseUrl = upstream.baseUrl({ deltas: RATE * seconds, rate: RATE })
  const product = await startProduct(baseUrl)
  const formats = wire ? [wire] : TURN_FORMATS
  const runs: Record<TurnFormat, Run[]> = { anthropic: [], chat: [] }
  try {
    for (let run = -WARM_UP; run < MOST_RUNS; run += 1) {
      // In turn, so that a busy stretch of the host meets both.
      for (const format of formats) {
        if (runs[format].filter(isCalm).length === repetitions) continue
        await sleep(REST_MS)
        const taken = hostShare()
        const floor = await read({ format, streams, source: { upstream: baseUrl } })
        const before = await product.cpu()
        const ours = await read({ format, streams, source: { product: product.url } })
        const cpu = ((await product.cpu()) - before) / ours.events
        if (run < 0) continue
        const measured = { floor, ours, cpu, taken: taken() }
        tell(rowOf(format, measured))
        runs[format].push(measured)
      }
    }
  } finally {
    await product.stop()
    upstream.stop()
  }
  const rows = formats.flatMap((format) => rowsOf(format, runs[format]))
  return [
    `${streams} sessions with their streams open, turns started ${START_GAP_MS} ms apart, ${RATE} events a second each for ${seconds} s; ms from the upstream's write to the client's read, all events of a run, the starts included. The wires in turn, ${WARM_UP} runs of each before the first row, ${REST_MS / 1_000} s of rest before each run. Direct: the same client reads the upstream itself, just before. One row a run; the medians are of those during which the host took at most ${printShare(CALM_SHARE)} of the processors.`,
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

function isCalm({ taken }: Run): boolean {
  return taken === null || taken <= CALM_SHARE
}

function rowsOf(format: TurnFormat, runs: readonly Run[]): string[][] {
  const calm = runs.filter(isCalm)
  const middle = (figure: (run: Run) => number, digits: number) =>
    `**${calm.length > 0 ? median(calm.map(figure)).toFixed(digits) : 'none calm'}**`
  return [
    ...runs.map((run) => rowOf(format, run)),
    [
      `**${format}, median of ${calm.length}**`,
      '',
      '',
      '',
      middle((run) => added(run, 'p50'), 2),
      middle((run) => added(run, 'p99'), 2),
      middle(({ cpu }) => cpu, 0),
      '',
    ],
  ]
}

function rowOf(format: TurnFormat, run: Run): string[] {
  return [
    format,
    String(run.ours.events),
    both(run.floor),
    both(run.ours),
    added(run, 'p50').toFixed(2),
    added(run, 'p99').toFixed(2),
    run.cpu.toFixed(0),
    printShare(run.taken),
  ]
}

function added({ ours, floor }: Run, key: 'p50' | 'p99'): number {
  return ours[key] - floor[key]
}

function both({ p50, p99 }: DelayReport): string {
  return `${p50.toFixed(2)} / ${p99.toFixed(2)}`
}

async function read(task: DelayTask): Promise<DelayReport> {
  const child = await startChild<DelayReport>('delay-client.ts', [JSON.stringify(task)])
  try {
    return await child.reply
  } finally {
    child.stop()
  }
}
