import { Decimal } from 'decimal.js'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import { billOf } from '#lib/pricing/bill.ts'
import type { PriceTable } from '#lib/pricing/price.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import { around, pick, seededRandom } from './random.ts'

// Made up, and all of it says so: every id begins with the mark.

export const SAMPLE = 'sample_'

const DAY = 86_400_000_000
const MINUTE = 60_000_000

/** A model, how often it is asked, and what its calls are like. */
interface SampleModel {
  id: string
  weight: number
  /** Tokens of a first question, and of an answer. */
  input: number
  output: number
  /** Milliseconds until the first word, and for each token. */
  first: number
  per_token: number
  caches: boolean
  isLocal?: true
  /** Its host says what it billed: so many times what the table has. */
  fee?: string
}

const MODELS: readonly SampleModel[] = [
  {
    id: 'anthropic:claude-sonnet-5-5',
    weight: 34,
    input: 1_900,
    output: 650,
    first: 1_100,
    per_token: 13,
    caches: true,
  },
  { id: 'openai:gpt-6.1-sol', weight: 22, input: 3_100, output: 580, first: 1_300, per_token: 12, caches: true },
  {
    id: 'openai:gpt-6-luna',
    weight: 18,
    input: 2_100,
    output: 420,
    first: 600,
    per_token: 6,
    caches: true,
    fee: '1.055',
  },
  { id: 'anthropic:claude-haiku-5-5', weight: 12, input: 1_800, output: 510, first: 500, per_token: 7, caches: true },
  {
    id: 'anthropic:claude-opus-5-5',
    weight: 6,
    input: 2_400,
    output: 1_100,
    first: 2_600,
    per_token: 21,
    caches: true,
  },
  {
    id: 'ollama:qwen3:32b',
    weight: 5,
    input: 1_500,
    output: 640,
    first: 2_200,
    per_token: 34,
    caches: false,
    isLocal: true,
  },
  {
    id: 'mistral:mistral-large-latest',
    weight: 3,
    input: 1_600,
    output: 500,
    first: 900,
    per_token: 11,
    caches: false,
  },
]

const WEIGHTED = MODELS.map((each) => [each, each.weight] as const)
const DEAREST = MODELS.find(({ id }) => id.includes('opus')) ?? (MODELS[0] as SampleModel)

const PEOPLE = [
  ['local', 6],
  [`${SAMPLE}person_2`, 3],
  [`${SAMPLE}person_3`, 1],
] as const

const TOPICS = [
  'Plan a week of meals',
  'Find the slow query',
  'Letter to the landlord',
  'Explain the contract',
  'Name the new tool',
  'Read the survey answers',
  'Review the migration',
  'Summary of the minutes',
  'Translate the manual',
  'Compare three printers',
] as const

export interface SampleChat {
  id: string
  owner_id: string
  title: string
  model: string
  /** Microseconds. */
  begun: number
  ended: number
  calls: LlmCall[]
  /** The one of a thousand that took an afternoon. */
  isLong: boolean
}

export interface Traffic {
  /** About so many in all. */
  calls: number
  /** When it ends; it begins a year before. Microseconds. */
  until: number
  pricesAt: (at: string) => PriceTable
}

/** A year of chats, from the first on: more in the week than at its end, more by day than by night, and more every month. */
export function* sampleChats({ calls, until, pricesAt }: Traffic): Generator<SampleChat> {
  const random = seededRandom(20_261_123)
  const from = until - 365 * DAY
  let made = 0
  for (let nth = 0; made < calls; nth += 1) {
    // Spread evenly over what the days weigh, so that the chats come in their order.
    const begun = from + busyMoment(made / calls, random) * DAY
    const chat = sampleChat(nth, begun, { random, pricesAt, until, left: calls - made })
    made += chat.calls.length
    yield chat
  }
}

/** How busy each of the days of a year is, added up, as shares of the whole. */
const BUSY = (() => {
  const weights = Array.from({ length: 365 }, (_, day) => (1 + day / 365) * (day % 7 > 4 ? 0.25 : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map((weight) => {
    sum += weight / total
    return sum
  })
})()

/** Days after the first one. */
function busyMoment(share: number, random: () => number): number {
  const day = BUSY.findIndex((sum) => share < sum)
  const hour = pick(random, HOURS) + random()
  return (day === -1 ? 364 : day) + hour / 24
}

const HOURS = Array.from({ length: 24 }, (_, hour) => [hour, hour < 6 ? 0.1 : hour < 18 ? 2 : 1] as const)

interface Making {
  random: () => number
  pricesAt: Traffic['pricesAt']
  until: number
  left: number
}

function sampleChat(nth: number, begun: number, { random, pricesAt, until, left }: Making): SampleChat {
  // One afternoon somebody let the dearest model do what a cheap one could have done.
  const isLong = nth % 997 === 500
  const model = isLong ? DEAREST : pick(random, WEIGHTED)
  const owner_id = isLong ? 'local' : pick(random, PEOPLE)
  const id = `${SAMPLE}chat_${String(nth).padStart(9, '0')}`
  const turns = Math.min(left, isLong ? 40 : 1 + Math.floor(random() ** 2 * 9))
  const calls: LlmCall[] = []
  let at = begun
  let context = 0
  for (let turn = 0; turn < turns && calls.length < left; turn += 1) {
    const usesTool = random() < 0.2
    for (let step = 0; step <= (usesTool ? 1 : 0) && calls.length < left; step += 1) {
      const question = around(random, model.input)
      const place = { id, owner_id, turn, nth: calls.length, usesTool: usesTool && step === 0 }
      for (const call of attempts({ place, at, context, question, model, random, pricesAt })) {
        if (calls.length < left) calls.push(call)
      }
      const last = calls.at(-1)
      context += question + (last?.usage?.output_tokens ?? 0)
      at = Math.min(until - 1, at + (last?.latency_ms ?? 0) * 1_000 + Math.round(random() * 4 * MINUTE))
    }
  }
  const title = `Sample: ${isLong ? 'Transcribe the accession books' : TOPICS[nth % TOPICS.length]}`
  return { id, owner_id, title, model: model.id, begun, ended: at, calls, isLong }
}

interface Asking {
  place: { id: string; owner_id: string; turn: number; nth: number; usesTool: boolean }
  at: number
  context: number
  question: number
  model: SampleModel
  random: () => number
  pricesAt: Traffic['pricesAt']
}

/** Most calls are answered at once; some after a second attempt, and some never. */
function attempts(asking: Asking): LlmCall[] {
  const luck = asking.random()
  if (luck < 0.012) return [failed(asking, 'rate_limit', 429), answered({ ...asking, at: asking.at + 2_000_000 }, 2)]
  if (luck < 0.016) return [failed(asking, 'server_error', null)]
  if (luck < 0.019) return [failed(asking, 'context_overflow', 400)]
  return [answered(asking, 1)]
}

function answered({ place, at, context, question, model, random, pricesAt }: Asking, attempt: number): LlmCall {
  const started_at = formatTimestamp(Math.round(at))
  const isWarm = model.caches && context > 1_024
  const usage: TokenUsage = {
    input_tokens: model.caches ? Math.ceil(question * 0.3) : question + context,
    output_tokens: around(random, model.output),
    cached_input_tokens: isWarm ? context : 0,
    cache_creation_input_tokens: model.caches ? (isWarm ? 0 : context) + Math.floor(question * 0.7) : 0,
    ...(place.usesTool && random() < 0.3 && { tool_uses: { web_search: 1 } }),
  }
  const served = { served: model.id, asked: model.id, by_own_server: model.isLocal === true }
  const bill = billOf(usage, served, pricesAt(started_at), started_at)
  const billed_usd = model.fee && bill.cost_usd && new Decimal(bill.cost_usd).times(model.fee).toFixed(9)
  const first = around(random, model.first)
  return {
    ...callOf({ place, model, started_at, attempt }),
    model_served: model.id,
    outcome: 'completed',
    usage: { ...usage, ...(billed_usd && { billed_usd }) },
    cost_usd: bill.cost_usd,
    pricing_version: bill.pricing_version,
    cost_state: bill.state,
    cache_saved_usd: bill.cache_saved_usd,
    cache_write_premium_usd: bill.cache_write_premium_usd,
    by_own_server: model.isLocal === true,
    latency_ms: first + usage.output_tokens * model.per_token,
    time_to_first_token_ms: first,
    tools: place.usesTool ? ['calculator', ...Object.keys(usage.tool_uses ?? {})] : [],
    stop_reason: place.usesTool ? 'tool_use' : 'end_turn',
  }
}

type Failure = 'rate_limit' | 'server_error' | 'context_overflow'

function failed({ place, at, model }: Asking, error_class: Failure, provider_status: number | null): LlmCall {
  return {
    ...callOf({ place, model, started_at: formatTimestamp(Math.round(at)), attempt: 1 }),
    outcome: 'failed',
    // One that broke off on the way may have been billed.
    cost_state: provider_status === null ? 'unknown' : null,
    latency_ms: 400,
    stop_reason: 'error',
    error_class,
    provider_status,
  }
}

interface Call {
  place: Asking['place']
  model: SampleModel
  started_at: string
  attempt: number
}

function callOf({ place, model, started_at, attempt }: Call): LlmCall {
  const id = `${place.id.replace('chat', 'call')}_${place.nth}_${attempt}`
  return {
    id,
    session_id: place.id,
    turn_id: `${place.id.replace('chat', 'turn')}_${place.turn}`,
    message_id: null,
    request_id: `${id}_request`,
    attempt,
    started_by: place.owner_id,
    team_id: null,
    started_at,
    model_asked: model.id,
    model_served: null,
    provider: model.id.slice(0, model.id.indexOf(':')),
    routing_mode: place.nth % 5 === 0 ? 'manual' : 'default',
    outcome: 'running',
    usage: null,
    cost_usd: null,
    pricing_version: null,
    cost_state: null,
    cache_saved_usd: null,
    cache_write_premium_usd: null,
    by_own_server: null,
    latency_ms: null,
    time_to_first_token_ms: null,
    tools: [],
    stop_reason: null,
    error_class: null,
    provider_status: null,
    exchange: null,
  }
}
