import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { memoryLogger } from '#lib/log.ts'
import { startUpstream, type Upstream } from './child.ts'
import { cpuMicroseconds, exponent, median, table } from './figure.ts'
import { readFloor } from './floor.ts'
import { answerEvents, WIRE_FORMATS, WIRES, type WireFormat } from './wire.ts'

const WHOLE = { deltas: 20_000, fragments: 2_000 }
const WARM_UP = 3
const REPETITIONS = 9

const PACED = { streams: 20, rate: 100, deltas: 300 }
const PACED_REPETITIONS = 5

/** CPU time for each event of a stream through an adapter, beside the floor of the same bytes in the same run. */
export async function translation(): Promise<string> {
  const upstream = await startUpstream()
  try {
    return [
      '### One stream as fast as the socket accepts',
      `${WHOLE.deltas} text deltas and one tool call of ${WHOLE.fragments} fragments, in pieces of 16 KiB; medians of ${REPETITIONS} alternating repetitions.`,
      await fast(upstream),
      '### One event per packet',
      `${PACED.streams} streams at once, ${PACED.rate} events a second each, for ${PACED.deltas / PACED.rate} s; medians of ${PACED_REPETITIONS} alternating repetitions.`,
      await paced(upstream),
      '### Growth',
      `CPU ms of one stream; medians of ${REPETITIONS} alternating repetitions. An exponent of 1 is linear, 2 quadratic.`,
      await growth(upstream),
    ].join('\n\n')
  } finally {
    upstream.stop()
  }
}

async function fast(upstream: Upstream): Promise<string> {
  const rows: string[][] = []
  for (const format of WIRE_FORMATS) {
    const baseUrl = upstream.baseUrl(WHOLE)
    const read = reader(format, baseUrl)
    const events = answerEvents(format, WHOLE).length
    const floor: number[] = []
    const ours: number[] = []
    for (let run = -WARM_UP; run < REPETITIONS; run += 1) {
      const costs = {
        floor: await cpuMicroseconds(() => readFloor(format, baseUrl)),
        ours: await cpuMicroseconds(read),
      }
      if (run < 0) continue
      floor.push(costs.floor / events)
      ours.push(costs.ours / events)
    }
    rows.push(costRow(format, floor, ours))
  }
  return table(COST_HEAD, rows)
}

async function paced(upstream: Upstream): Promise<string> {
  const rows: string[][] = []
  for (const format of WIRE_FORMATS) {
    const baseUrl = upstream.baseUrl(PACED)
    const read = reader(format, baseUrl)
    const events = PACED.streams * PACED.deltas
    const together = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: PACED.streams }, work))
    const floor: number[] = []
    const ours: number[] = []
    for (let run = -1; run < PACED_REPETITIONS; run += 1) {
      const costs = {
        floor: await cpuMicroseconds(() => together(() => readFloor(format, baseUrl))),
        ours: await cpuMicroseconds(() => together(read)),
      }
      if (run < 0) continue
      floor.push(costs.floor / events)
      ours.push(costs.ours / events)
    }
    rows.push(costRow(format, floor, ours))
  }
  return table(COST_HEAD, rows)
}

const COST_HEAD = ['wire', 'floor, CPU µs/event', 'adapter, CPU µs/event', 'min-max', '× floor']

function costRow(format: WireFormat, floor: number[], ours: number[]): string[] {
  const range = `${Math.min(...ours).toFixed(1)}-${Math.max(...ours).toFixed(1)}`
  const ratio = median(ours.map((cost, index) => cost / (floor[index] ?? Number.NaN)))
  return [format, median(floor).toFixed(1), median(ours).toFixed(1), range, ratio.toFixed(2)]
}

async function growth(upstream: Upstream): Promise<string> {
  const rows: string[][] = []
  const series = [
    { name: 'text deltas', shapes: [10_000, 20_000, 40_000].map((deltas) => ({ deltas, fragments: 0 })) },
    { name: 'fragments of 8', shapes: [4_000, 8_000, 16_000].map((fragments) => ({ deltas: 0, fragments })) },
  ]
  for (const format of WIRE_FORMATS) {
    for (const { name, shapes } of series) {
      const sizes = shapes.map((shape) => ({
        events: shape.deltas + shape.fragments,
        read: reader(format, upstream.baseUrl(shape)),
        runs: [] as number[],
      }))
      // In turn, so that a busy moment of the machine meets all sizes alike.
      for (let run = -WARM_UP; run < REPETITIONS; run += 1) {
        for (const { read, runs } of sizes) {
          const cost = (await cpuMicroseconds(read)) / 1_000
          if (run >= 0) runs.push(cost)
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
  }
  return table(['wire', 'size', 'CPU ms', 'exponent of each doubling'], rows)
}

/** Reads one answer through an adapter, as a turn does. */
function reader(format: WireFormat, base_url: string): () => Promise<void> {
  const { type, model } = WIRES[format]
  const adapter = createAdapter({ type, base_url, api_key: 'bench', log: memoryLogger() })
  let count = 0
  return async () => {
    count += 1
    for await (const event of adapter.stream(request(`request_${count}`, model))) {
      if (event.type === 'message.complete' && event.stop_reason === 'error') throw new Error('the stream failed')
    }
  }
}

function request(request_id: string, model: string): CanonicalRequest {
  return {
    request_id,
    session_id: '01KAJ0000000000000000000A0',
    messages: [
      {
        id: '01KAJ0000000000000000000A1',
        session_id: '01KAJ0000000000000000000A0',
        role: 'user',
        content: [{ type: 'text', text: 'Go on.' }],
        metadata: {},
        created_at: '2026-11-21T12:00:00.000000Z',
        schema_version: 1,
      },
    ],
    tools: [],
    system_prompt: null,
    model,
    max_output_tokens: 4_096,
  }
}
