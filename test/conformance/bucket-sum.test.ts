import { Decimal } from 'decimal.js'
import { expect } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { billOf } from '#lib/pricing/bill.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { type Recording, recordingsOf } from '#test/support/recording.ts'
import { isSound } from './oracle/contradiction.ts'
import { type Loose, sseData } from './oracle/expectation.ts'

// A bucket that overlaps another is billed twice, and one that is left out is never billed: what a bill counts must be what
// the provider itself says of all that was read and written, read once more from the raw body by plainer means.

const FORMATS = [
  ['anthropic.messages', 'anthropic'],
  ['openai.chat', 'openai'],
  ['openai.responses', 'openai-responses'],
  ['ollama.chat', 'ollama'],
  ['openrouter.chat', 'openrouter'],
] as const satisfies [string, AdapterType][]

/** A dollar for a million tokens of any kind: a cost in millionths is a number of tokens. */
const ONE = '1'
const table = parsePriceTable({
  pricing_version: 'one',
  models: {
    'any:model': {
      input_per_mtok_usd: ONE,
      output_per_mtok_usd: ONE,
      cached_read_per_mtok_usd: ONE,
      cache_write_per_mtok_usd: ONE,
      cache_write_1h_per_mtok_usd: ONE,
    },
  },
})

interface Total {
  read: number
  wrote: number
}

/** All that was read and written, as the last of what the provider says of it; null where it says nothing. */
function totalIn({ api, response: { body } }: Recording): Total | null {
  const data = /^\s*\{/.test(body) ? body.trim().split('\n') : sseData(body)
  const whole = data.length > 1 && !isJson(data[0] ?? '') ? [body] : data
  const pieces: Loose[] = whole.flatMap((text) => (isJson(text) ? [JSON.parse(text)] : []))
  if (api === 'ollama.chat') return ofOllama(pieces.findLast(({ done }) => done === true))
  const said = pieces.flatMap((piece) => piece.usage ?? piece.message?.usage ?? piece.response?.usage ?? [])
  if (said.length === 0) return null
  // Figures that come later replace those before; what is not said again stays.
  const usage: Loose = Object.assign({}, ...said.map(withoutNulls))
  if (api === 'anthropic.messages') {
    const { input_tokens = 0, cache_read_input_tokens = 0, cache_creation_input_tokens = 0, output_tokens = 0 } = usage
    return { read: input_tokens + cache_read_input_tokens + cache_creation_input_tokens, wrote: output_tokens }
  }
  if (api === 'openai.responses') return { read: usage.input_tokens, wrote: usage.output_tokens }
  const {
    prompt_tokens: read = 0,
    completion_tokens: wrote = 0,
    total_tokens,
    completion_tokens_details: details,
  } = usage
  // Some count reasoning beside the answer: their own total says so.
  const beside = details?.reasoning_tokens ?? 0
  return { read, wrote: beside > 0 && total_tokens === read + wrote + beside ? wrote + beside : wrote }
}

function ofOllama(end: Loose | undefined): Total | null {
  return end === undefined ? null : { read: end.prompt_eval_count ?? 0, wrote: end.eval_count ?? 0 }
}

function withoutNulls(usage: Loose): Loose {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const counted = FORMATS.flatMap(([api, type]) =>
  recordingsOf(api)
    .filter(isSound)
    .filter(({ response }) => (response.status ?? 200) === 200)
    .flatMap((recording) => {
      const total = totalIn(recording)
      return total === null || total.read + total.wrote === 0 ? [] : [[recording.name, type, recording, total] as const]
    }),
)

eachRecording(counted)('the buckets of %s add up to what its provider says', async (_, type, recording, total) => {
  const { adapter } = testAdapter({
    type,
    name: recording.provider,
    fetch: answering(recording.response.body, { headers: recording.response.headers }),
    max_retries: 0,
  })
  const { complete, error } = await drain(adapter.stream(requestFor(type)))
  if (!complete) {
    // Nothing is billed for what never became an answer.
    expect(error).toBeDefined()
    return
  }
  const { tool_uses: _uses, service_tier: _tier, ...usage } = complete.usage
  const model = { served: 'any:model', asked: 'any:model', by_own_server: false }
  const { lines, cost_usd } = billOf(usage, model, table, '2026-11-23T12:00:00.000000Z')
  const wrote = lines.find(({ bucket }) => bucket === 'output')?.count ?? 0
  const read = lines.reduce((sum, { count }) => sum + count, 0) - wrote
  // Of an answer that broke off the provider counts no further than it came: what was shown beyond that is counted here.
  if (usage.estimated) {
    expect(wrote).toBeGreaterThanOrEqual(total.wrote)
    return
  }
  expect({ read, wrote }).toEqual(total)
  expect(cost_usd).toBe(new Decimal(total.read + total.wrote).div(1_000_000).toFixed())
})
