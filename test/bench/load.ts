import { setTimeout as sleep } from 'node:timers/promises'
import { GATHER_MS } from '../../app/_chat/live/live-session.ts'
import { startChild, startUpstream } from './child.ts'
import { type DelayReport, type DelayTask, START_GAP_MS, type SteadyMark } from './delay-client.ts'
import { median, table, tell } from './figure.ts'
import { hostShare, printShare } from './host-share.ts'
import type { BenchOptions } from './option.ts'
import { startProduct } from './product.ts'
import { TURN_FORMATS } from './wire.ts'

const RATE = 50
/** A run that takes this many times as long as its streams need has no end. */
const PATIENCE = 10

/** CPU microseconds for each event, and what the client saw. */
interface Run {
  micros: number
  main: number
  /** The same while all streams run and none begins or ends; null where there was no such time. */
  steady: number | null
  report: DelayReport
}

/**
 * What an event costs the server when many answers arrive at once, each event a packet of its own, beside a plain pipe, and
 * a server that parses and encodes each event and nothing else, in the same run: all carry the same bytes from the same
 * upstream, in turn, so that a busy machine meets all.
 */
export async function load({ streams = 100, seconds = 20, repetitions = 2, wire }: BenchOptions): Promise<string> {
  const upstream = await startUpstream()
  const shape = { deltas: RATE * seconds, rate: RATE }
  const patienceMs = PATIENCE * (seconds * 1_000 + streams * START_GAP_MS)
  const product = await startProduct(upstream.baseUrl(shape))
  const pipe = await startPipe(upstream.baseUrl(shape), 'bytes')
  const parser = await startPipe(upstream.baseUrl(shape), 'events')
  const rows: string[][] = []
  try {
    for (const format of wire ? [wire] : TURN_FORMATS) {
      const runs: Figures[] = []
      for (let run = -1; run < repetitions; run += 1) {
        const taken = hostShare()
        const floor = await costOf(pipe, { format, streams, source: { upstream: pipe.url } }, patienceMs)
        const least = await costOf(parser, { format, streams, source: { upstream: parser.url } }, patienceMs)
        const ours = await costOf(product, { format, streams, source: { product: product.url } }, patienceMs)
        const source = { product: product.url, gather: GATHER_MS }
        const page = await costOf(product, { format, streams, source }, patienceMs)
        if (run < 0) continue
        const { micros, main } = ours
        const steady = quotient(ours.steady, floor.steady)
        runs.push({ pipe: floor.micros, parser: least.micros, ours: micros, main, page: page.micros, steady })
        const row = [
          format,
          floor.micros.toFixed(0),
          delays(floor.report),
          least.micros.toFixed(0),
          micros.toFixed(0),
          main.toFixed(0),
          delays(ours.report),
          (micros / floor.micros).toFixed(2),
          whole(floor.steady),
          whole(ours.steady),
          ratio(steady),
          ratio(quotient(page.steady, floor.steady)),
          page.micros.toFixed(0),
          (page.micros / floor.micros).toFixed(2),
          printShare(taken()),
        ]
        tell(row)
        rows.push(row)
      }
      const middle = (figure: (run: (typeof runs)[number]) => number) => median(runs.map(figure))
      rows.push([
        `**${format}, median**`,
        middle((run) => run.pipe).toFixed(0),
        '',
        middle((run) => run.parser).toFixed(0),
        `**${middle((run) => run.ours).toFixed(0)}**`,
        middle((run) => run.main).toFixed(0),
        '',
        `**${middle((run) => run.ours / run.pipe).toFixed(2)}**`,
        '',
        '',
        `**${ratio(runs.every(({ steady }) => steady !== null) ? middle(({ steady }) => steady ?? 0) : null)}**`,
        '',
        `**${middle((run) => run.page).toFixed(0)}**`,
        `**${middle((run) => run.page / run.pipe).toFixed(2)}**`,
        '',
      ])
    }
  } finally {
    await product.stop()
    pipe.stop()
    parser.stop()
    upstream.stop()
  }
  return [
    `${streams} sessions with their streams open, ${RATE} events a second each for ${seconds} s, one event per packet; CPU time of the whole server process for each event, its garbage collector and its database's thread included. Delay: ms from the upstream's write to the client's read, p50 / p99, all events of a run. One run of each before the first row. Then: from a second after the last stream began until the first one ended, of the same runs. To the page: the same with words of ${GATHER_MS} ms in one frame, as the page asks for them.`,
    table(
      [
        'wire',
        'pipe µs',
        'its delay',
        'parser µs',
        'Metis µs',
        'of it the main thread',
        'its delay',
        '× pipe',
        'pipe µs while nothing begins or ends',
        'Metis µs then',
        '× pipe then',
        'to the page × pipe then',
        'to the page µs',
        '× pipe',
        'taken by the host',
      ],
      rows,
    ),
  ].join('\n\n')
}

async function startPipe(upstream: string, what: 'bytes' | 'events') {
  const { reply, ask, stop } = await startChild<number>('pipe.ts', [upstream, what])
  const url = `http://127.0.0.1:${await reply}`
  return { url, cpu: () => ask('cpu'), mainCpu: () => ask('cpu'), stop }
}

/** Medians are of these. */
interface Figures {
  pipe: number
  parser: number
  ours: number
  main: number
  page: number
  steady: number | null
}

interface Measured {
  cpu: () => Promise<number>
  mainCpu: () => Promise<number>
}

async function costOf({ cpu, mainCpu }: Measured, task: DelayTask, patienceMs: number): Promise<Run> {
  const told: DelayTask = { ...task, tells_steady: true }
  const child = await startChild<DelayReport | SteadyMark>('delay-client.ts', [JSON.stringify(told)])
  try {
    const before = { all: await cpu(), main: await mainCpu() }
    const mark = async (said: Promise<unknown>) => ({ events: (await said) as SteadyMark, all: await cpu() })
    const run = async () => {
      const [from, until] = [await mark(child.reply), await mark(child.next())]
      return { from, until, report: (await child.next()) as DelayReport }
    }
    const { from, until, report } = await Promise.race([run(), tooLate(patienceMs)])
    const between = from.events === null || until.events === null ? 0 : until.events - from.events
    const after = { all: await cpu(), main: await mainCpu() }
    const perEvent = (key: 'all' | 'main') => (after[key] - before[key]) / report.events
    const steady = between > 0 ? (until.all - from.all) / between : null
    return { micros: perEvent('all'), main: perEvent('main'), steady, report }
  } finally {
    child.stop()
  }
}

async function tooLate(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`the streams have not ended after ${ms / 1_000} s`)
}

function quotient(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one / other
}

function whole(micros: number | null): string {
  return micros === null ? '' : micros.toFixed(0)
}

function ratio(value: number | null): string {
  return value === null ? '' : value.toFixed(2)
}

function delays({ p50, p99 }: DelayReport): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(0)}`
}
