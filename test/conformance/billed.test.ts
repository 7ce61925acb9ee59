import { Decimal } from 'decimal.js'
import { expect } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { type Recording, recordingsOf } from '#test/support/recording.ts'
import { isSound } from './oracle/contradiction.ts'
import { type Loose, sseData } from './oracle/expectation.ts'

// What hosts said that they billed, read once more from the raw body by plainer means.

const FORMATS = [
  ['openai.chat', 'openai'],
  ['openai.responses', 'openai-responses'],
  ['openrouter.chat', 'openrouter'],
] as const satisfies [string, AdapterType][]

/** Hosts that are known to mean dollars by `usage.cost`, and are asked by Chat Completions. */
const SAYS_COST = ['openrouter', 'perplexity']

function billIn({ api, provider, response }: Recording): string | null {
  const pieces: Loose[] = (
    response.body.trimStart().startsWith('{') ? [response.body] : sseData(response.body)
  ).flatMap((data) => (data.startsWith('{') ? [JSON.parse(data)] : []))
  const usages = pieces.flatMap((piece) => piece.usage ?? piece.response?.usage ?? [])
  const ticks: number | undefined = usages.findLast((usage) => usage.cost_in_usd_ticks !== undefined)?.cost_in_usd_ticks
  if (ticks !== undefined) return new Decimal(ticks).times('0.0000000001').toFixed()
  const cost: Loose = usages.findLast((usage) => (usage.cost ?? null) !== null)?.cost
  if (cost === undefined || api === 'openai.responses' || !SAYS_COST.includes(provider)) return null
  return new Decimal(String(cost.total_cost ?? cost)).toFixed()
}

const billed = FORMATS.flatMap(([api, type]) =>
  recordingsOf(api)
    .filter(isSound)
    .filter(({ response, label }) => (response.status ?? 200) === 200 && label !== 'synthetic')
    .flatMap((recording) => {
      const bill = billIn(recording)
      const by: AdapterType = api === 'openai.chat' && recording.provider === 'openrouter' ? 'openrouter' : type
      return bill === null ? [] : [[recording.name, by, recording, bill] as const]
    }),
)

eachRecording(billed)(
  'wire-rules 200, 202 and 203: what %s cost is what its host says, exactly',
  async (_, type, recording, bill) => {
    const { adapter } = testAdapter({
      type,
      name: recording.provider,
      fetch: answering(recording.response.body, { headers: recording.response.headers }),
      max_retries: 0,
    })
    const { complete } = await drain(adapter.stream(requestFor(type)))
    expect(complete?.usage.billed_usd).toBe(bill)
  },
)
