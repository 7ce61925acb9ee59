import { apiClient } from '../../e2e/client.ts'
import { startUpstream } from './child.ts'
import { table } from './figure.ts'
import { startProduct } from './product.ts'
import { TURN_FORMATS, WIRES } from './wire.ts'

const TURNS = 1_000
const TURNS_PER_SESSION = 10
const PARALLEL = 5
const EVENTS = 500
const STEP = 100

interface Sample {
  turns: number
  heapUsed: number
  external: number
  rss: number
}

/** What the production server holds after each hundred turns, its garbage collected; every turn is watched as in a browser. */
export async function memory(): Promise<string> {
  const upstream = await startUpstream()
  const product = await startProduct(upstream.baseUrl({ deltas: EVENTS }))
  const samples: Sample[] = []
  try {
    const api = apiClient(product.url)
    await talk(api, 0)
    for (let turns = 0; turns <= TURNS; turns += STEP) {
      samples.push({ turns, ...(await product.memory()) })
      if (turns < TURNS) await talkInParallel(api, STEP / TURNS_PER_SESSION)
    }
  } finally {
    await product.stop()
    upstream.stop()
  }
  return [
    `${TURNS} turns of ${EVENTS} events each, ${TURNS_PER_SESSION} in a session, ${PARALLEL} sessions at once, each watched, on the wires of Anthropic and Chat Completions; memory of the main thread after a forced collection, RSS with that of the database. The last events of sessions that nobody watches any more are kept for clients that come back, within a bound: that is the first step.`,
    table(
      ['turns', 'heap used, MB', 'outside the heap, MB', 'RSS, MB'],
      samples.map(({ turns, ...used }) => [
        String(turns),
        megabytes(used.heapUsed),
        megabytes(used.external),
        megabytes(used.rss),
      ]),
    ),
    `Growth from turn ${TURNS / 2} on: ${(slope(samples.filter(({ turns }) => turns >= TURNS / 2)) / 1024).toFixed(1)} KB a turn in and outside the heap (least squares).`,
  ].join('\n\n')
}

type Api = ReturnType<typeof apiClient>

async function talkInParallel(api: Api, sessions: number): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < sessions) {
      next += 1
      await talk(api, next)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

/** One session from its first turn to its last, watched all the while. */
async function talk(api: Api, number: number): Promise<void> {
  const format = TURN_FORMATS[number % TURN_FORMATS.length] ?? 'chat'
  const id = await api.newSession({ active_model: WIRES[format].model })
  const watch = await api.watch(id)
  for (let turn = 1; turn <= TURNS_PER_SESSION; turn += 1) {
    await api.say(id, 'Go on.')
    await watch.untilType('turn.completed', turn)
  }
  await watch.stop()
}

/** Bytes a turn. */
function slope(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ turns }) => turns)), mean(samples.map(inUse))]
  const over = samples.reduce((sum, sample) => sum + (sample.turns - x) * (inUse(sample) - y), 0)
  return over / samples.reduce((sum, { turns }) => sum + (turns - x) ** 2, 0)
}

function inUse({ heapUsed, external }: Sample): number {
  return heapUsed + external
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}
