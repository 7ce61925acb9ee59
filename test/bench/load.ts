import { startChild, startUpstream } from './child.ts'
import type { DelayReport, DelayTask } from './delay-client.ts'
import { median, table } from './figure.ts'
import { hostShare, printShare } from './host-share.ts'
import { startProduct } from './product.ts'
import { TURN_FORMATS } from './wire.ts'

const STREAMS = 100
const RATE = 50
const SECONDS = 10
const REPETITIONS = 3

/**
 * What an event costs the server when many answers arrive at once, each event a packet of its own, beside a plain pipe in
 * the same run: both carry the same bytes from the same upstream, in turn, so that a busy machine meets both.
 */
export async function load(): Promise<string> {
  const upstream = await startUpstream()
  const shape = { deltas: RATE * SECONDS, rate: RATE }
  const product = await startProduct(upstream.baseUrl(shape))
  const pipe = await startPipe(upstream.baseUrl(shape))
  const rows: string[][] = []
  try {
    for (const format of TURN_FORMATS) {
      const runs: { pipe: number; ours: number }[] = []
      for (let run = -1; run < REPETITIONS; run += 1) {
        const taken = hostShare()
        const floor = await costOf(pipe.cpu, { format, streams: STREAMS, source: { upstream: pipe.url } })
        const ours = await costOf(product.cpu, { format, streams: STREAMS, source: { product: product.url } })
        if (run < 0) continue
        runs.push({ pipe: floor.micros, ours: ours.micros })
        rows.push([
          format,
          floor.micros.toFixed(0),
          delays(floor.report),
          ours.micros.toFixed(0),
          delays(ours.report),
          (ours.micros / floor.micros).toFixed(2),
          printShare(taken()),
        ])
      }
      const middle = (figure: (run: { pipe: number; ours: number }) => number) => median(runs.map(figure))
      rows.push([
        `**${format}, median**`,
        middle((run) => run.pipe).toFixed(0),
        '',
        `**${middle((run) => run.ours).toFixed(0)}**`,
        '',
        `**${middle((run) => run.ours / run.pipe).toFixed(2)}**`,
        '',
      ])
    }
  } finally {
    await product.stop()
    pipe.stop()
    upstream.stop()
  }
  return [
    `${STREAMS} sessions with their streams open, ${RATE} events a second each for ${SECONDS} s, one event per packet; CPU time of the whole server process for each event, its garbage collector and its database's thread included. Delay: ms from the upstream's write to the client's read, p50 / p99, all events of a run. One run of each before the first row.`,
    table(['wire', 'pipe µs', 'its delay', 'Metis µs', 'its delay', '× pipe', 'taken by the host'], rows),
  ].join('\n\n')
}

async function startPipe(upstream: string) {
  const { reply, ask, stop } = await startChild<number>('pipe.ts', [upstream])
  return { url: `http://127.0.0.1:${await reply}`, cpu: () => ask('cpu'), stop }
}

async function costOf(cpu: () => Promise<number>, task: DelayTask): Promise<{ micros: number; report: DelayReport }> {
  const child = await startChild<DelayReport>('delay-client.ts', [JSON.stringify(task)])
  try {
    const before = await cpu()
    const report = await child.reply
    return { micros: ((await cpu()) - before) / report.events, report }
  } finally {
    child.stop()
  }
}

function delays({ p50, p99 }: DelayReport): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(0)}`
}
