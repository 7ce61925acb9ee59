import { startChild, startUpstream } from './child.ts'
import { median, table, tell } from './figure.ts'
import type { BenchOptions } from './option.ts'
import type { ReadReport, ReadTask } from './reader-process.ts'
import { WHOLE } from './translation.ts'
import { answerEvents, WIRE_FORMATS, type WireFormat } from './wire.ts'

const PROCESSES = 9
/** The first ones by themselves, and as many more as it takes until all that is hot is compiled. */
const STREAMS = 9
const FIRST = 3
const WARM = 5

const READERS = ['floor', 'metis'] as const
type Reader = (typeof READERS)[number]

/** What an event costs in the first streams of a process, before V8 has compiled what is hot: each process a fresh one, the two in turn. */
export async function firstStreams({ repetitions = PROCESSES }: BenchOptions): Promise<string> {
  const upstream = await startUpstream()
  const baseUrl = upstream.baseUrl(WHOLE)
  const rows: string[][] = []
  try {
    for (const format of WIRE_FORMATS) {
      const seen: Record<Reader, number[][]> = { floor: [], metis: [] }
      for (let run = 0; run < repetitions; run += 1) {
        // Whoever is first has the machine in another state.
        for (const reader of run % 2 ? READERS : READERS.toReversed())
          seen[reader].push(await streams(reader, format, baseUrl))
      }
      const row = [format, ...columns(seen.floor, seen.metis)]
      tell(row)
      rows.push(row)
    }
  } finally {
    upstream.stop()
  }
  return [
    `Streams of ${WHOLE.deltas} text deltas and one tool call of ${WHOLE.fragments} fragments, in pieces of 16 KiB; CPU µs for each event of the floor / of Metis, threads of V8 included, and the ratio: medians of ${repetitions} processes each. Warm: the median of the streams behind the first ${WARM}.`,
    table(['wire', ...['1st', '2nd', '3rd', 'warm'].flatMap((name) => [name, '× floor'])], rows),
  ].join('\n\n')
}

async function streams(reader: Reader, format: WireFormat, baseUrl: string): Promise<number[]> {
  const events = answerEvents(format, WHOLE).length
  const { reply, ask, stop } = await startChild<ReadReport>('reader-process.ts', [reader, format])
  try {
    await reply
    const costs: number[] = []
    for (let stream = 0; stream < STREAMS; stream += 1) {
      const { micros } = await ask({ baseUrl, streams: 1 } satisfies ReadTask)
      costs.push(micros / events)
    }
    return [...costs.slice(0, FIRST), median(costs.slice(WARM))]
  } finally {
    stop()
  }
}

function columns(floor: readonly number[][], metis: readonly number[][]): string[] {
  return Array.from({ length: FIRST + 1 }, (_, at) => {
    const of = (runs: readonly number[][]) => runs.map((run) => run[at] ?? Number.NaN)
    const ratios = of(metis).map((cost, run) => cost / (floor[run]?.[at] ?? Number.NaN))
    return [`${median(of(floor)).toFixed(2)} / ${median(of(metis)).toFixed(2)}`, median(ratios).toFixed(2)]
  }).flat()
}
