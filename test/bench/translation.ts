import { startChild, startUpstream, type Upstream } from './child.ts'
import { exponent, median, table } from './figure.ts'
import { hash } from './reader/reader.ts'
import type { ReadReport, ReadTask } from './reader-process.ts'
import { READERS, type ReaderName, readersOf } from './readers.ts'
import { type AnswerShape, answerContent, answerEvents, WIRE_FORMATS, type WireFormat } from './wire.ts'

export const WHOLE: AnswerShape = { deltas: 20_000, fragments: 2_000 }
const LARGE_CALL: AnswerShape = { deltas: 0, fragments: 16_000 }
/** So many that every reader's hot code is compiled. */
const WARM_UP = 4
const REPETITIONS = 5

/** Whoever parses the arguments again with every fragment takes long. */
const LARGE_CALL_WARM_UP = 1
const LARGE_CALL_REPETITIONS = 3

const PACED = { streams: 20, rate: 100, deltas: 200 }
const PACED_REPETITIONS = 3

/**
 * CPU time for each event of a stream through an adapter and through what else there is, beside the floor: the same
 * bytes, each reader a process of its own, all of them in turn.
 */
export async function translation(): Promise<string> {
  const upstream = await startUpstream()
  try {
    const sections: { fast: string[][]; paced: string[][]; call: string[][]; growth: string[][] } = {
      fast: [],
      paced: [],
      call: [],
      growth: [],
    }
    for (const format of WIRE_FORMATS) {
      const readers = await openReaders(format)
      try {
        sections.fast.push(...(await fast(format, readers, upstream)))
        sections.call.push(...(await largeCall(format, readers, upstream)))
        sections.growth.push(...(await growth(format, readers, upstream)))
        sections.paced.push(...(await paced(format, readers, upstream)))
      } finally {
        for (const { stop } of readers) stop()
      }
    }
    const costs = ['wire', 'reader', 'CPU µs/event', 'min-max', '× floor']
    return [
      '### One stream as fast as the socket accepts',
      `${WHOLE.deltas} text deltas and one tool call of ${WHOLE.fragments} fragments, in pieces of 16 KiB; medians of ${REPETITIONS} repetitions after ${WARM_UP}. Peak memory is the resident set of the reader's process, Node itself included.`,
      table([...costs, 'peak MB'], sections.fast),
      '### One event per packet',
      `${PACED.streams} streams at once, ${PACED.rate} events a second each, for ${PACED.deltas / PACED.rate} s; medians of ${PACED_REPETITIONS} repetitions after one.`,
      table(costs, sections.paced),
      '### One tool call of 16,000 fragments',
      `128 KB of arguments; medians of ${LARGE_CALL_REPETITIONS} repetitions after ${LARGE_CALL_WARM_UP}. Ollama sends them in one line, so that this is one event there.`,
      table(['wire', 'reader', 'CPU ms', 'min-max', '× floor'], sections.call),
      '### Growth',
      `CPU ms of one stream through Metis; medians of ${REPETITIONS} repetitions. An exponent of 1 is linear, 2 quadratic.`,
      table(['wire', 'size', 'CPU ms', 'exponent of each doubling'], sections.growth),
    ].join('\n\n')
  } finally {
    upstream.stop()
  }
}

interface ReaderProcess {
  name: ReaderName
  read: (task: ReadTask) => Promise<ReadReport>
  stop: () => void
}

async function openReaders(format: WireFormat): Promise<ReaderProcess[]> {
  return Promise.all(
    readersOf(format).map(async (name) => {
      const { reply, ask, stop } = await startChild<ReadReport>('reader-process.ts', [name, format])
      await reply
      return { name, read: ask, stop }
    }),
  )
}

interface Cost {
  name: ReaderName
  /** CPU microseconds of each repetition, in the order in which they were made. */
  micros: number[]
  peakBytes: number
}

/** One after the other and round after round, each time in another order: a busy moment of the machine meets all alike. */
async function inTurn(readers: ReaderProcess[], task: ReadTask, warmUp: number, repetitions: number): Promise<Cost[]> {
  const costs = new Map(readers.map(({ name }): [ReaderName, Cost] => [name, { name, micros: [], peakBytes: 0 }]))
  for (let run = -warmUp; run < repetitions; run += 1) {
    for (const { name, read } of shuffled(readers)) {
      const { micros, peakBytes } = await read(task)
      const cost = costs.get(name)
      if (!cost || run < 0) continue
      cost.micros.push(micros)
      cost.peakBytes = peakBytes
    }
  }
  return [...costs.values()]
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

async function fast(format: WireFormat, readers: ReaderProcess[], upstream: Upstream): Promise<string[][]> {
  const baseUrl = upstream.baseUrl(WHOLE)
  await check(readers, baseUrl, WHOLE)
  const costs = await inTurn(readers, { baseUrl, streams: 1 }, WARM_UP, REPETITIONS)
  const rows = costRows(format, costs, answerEvents(format, WHOLE).length)
  return rows.map((row, index) => [...row, ((costs[index]?.peakBytes ?? Number.NaN) / 2 ** 20).toFixed(0)])
}

async function paced(format: WireFormat, readers: ReaderProcess[], upstream: Upstream): Promise<string[][]> {
  const task = { baseUrl: upstream.baseUrl(PACED), streams: PACED.streams }
  const costs = await inTurn(readers, task, 1, PACED_REPETITIONS)
  return costRows(format, costs, PACED.streams * PACED.deltas)
}

async function largeCall(format: WireFormat, readers: ReaderProcess[], upstream: Upstream): Promise<string[][]> {
  const baseUrl = upstream.baseUrl(LARGE_CALL)
  await check(readers, baseUrl, LARGE_CALL)
  const costs = await inTurn(readers, { baseUrl, streams: 1 }, LARGE_CALL_WARM_UP, LARGE_CALL_REPETITIONS)
  return costRows(format, costs, 1_000)
}

/** Whoever loses or changes a character is not measured. */
async function check(readers: ReaderProcess[], baseUrl: string, shape: AnswerShape): Promise<void> {
  const { text, input } = answerContent(shape)
  for (const { name, read } of readers) {
    const { hashes } = await read({ baseUrl, streams: 1, isChecked: true })
    if (READERS[name].shape === 'none') continue
    if (hashes?.text !== hash(text)) throw new Error(`${name}: the text is not what was sent`)
    if (hashes.input !== hash(input)) throw new Error(`${name}: the arguments are not what was sent`)
  }
}

function costRows(format: WireFormat, costs: Cost[], per: number): string[][] {
  const floor = costs.find(({ name }) => name === 'floor')?.micros ?? []
  return costs.map(({ name, micros }) => {
    const each = micros.map((cost) => cost / per)
    const ratio = median(micros.map((cost, index) => cost / (floor[index] ?? Number.NaN)))
    const range = `${Math.min(...each).toFixed(1)}-${Math.max(...each).toFixed(1)}`
    return [format, READERS[name].label, median(each).toFixed(1), range, ratio.toFixed(2)]
  })
}

async function growth(format: WireFormat, readers: ReaderProcess[], upstream: Upstream): Promise<string[][]> {
  const read = readers.find(({ name }) => name === 'metis')?.read
  if (!read) return []
  const series = [
    { name: 'text deltas', shapes: [10_000, 20_000, 40_000].map((deltas) => ({ deltas, fragments: 0 })) },
    { name: 'fragments of 8', shapes: [4_000, 8_000, 16_000].map((fragments) => ({ deltas: 0, fragments })) },
  ]
  const rows: string[][] = []
  for (const { name, shapes } of series) {
    const sizes = shapes.map((shape) => ({
      events: shape.deltas + shape.fragments,
      baseUrl: upstream.baseUrl(shape),
      runs: [] as number[],
    }))
    // In turn, so that a busy moment of the machine meets all sizes alike.
    for (let run = -1; run < REPETITIONS; run += 1) {
      for (const { baseUrl, runs } of sizes) {
        const { micros } = await read({ baseUrl, streams: 1 })
        if (run >= 0) runs.push(micros / 1_000)
      }
    }
    const costs = sizes.map(({ runs }) => median(runs))
    const [small = 0, middle = 0, large = 0] = costs
    rows.push([
      format,
      `${sizes.map(({ events }) => events.toLocaleString('en')).join(' / ')} ${name}`,
      costs.map((cost) => cost.toFixed(0)).join(' / '),
      `${exponent(small, middle).toFixed(2)} / ${exponent(middle, large).toFixed(2)}`,
    ])
  }
  return rows
}
