import type { Model } from '#lib/api/model.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import { ratesFor } from '#lib/pricing/rates-for.ts'
import { askedModel, estimateContext, isCounted, tokensOf } from '../composer/context-estimate.ts'

/** What a running call reads, and what that costs, about. Dollars as numbers: nothing of it is ever added to what is known. */
export interface Reading {
  tokens: number
  /** `null` where the model has no price, or costs nothing. */
  price: { read_usd: number; usd_per_token: number } | null
}

interface Asked {
  path: readonly PublicMessage[]
  model: Model
  system_prompt: string | null
  /** ISO 8601: what was counted before then was of another beginning. */
  since: string | null
}

/**
 * By what its provider counted last and our estimate of what was said since; `null` where that says nothing of it: there are
 * pictures or files among it, which nobody has counted yet, or what went before was cut.
 */
export function readingOf({ path, model, system_prompt, since }: Asked, at: string): Reading | null {
  const last = path.findLast((message) => isCounted(message) && askedModel(message) === model.id)
  const counted = path.findLastIndex(isCounted)
  if (since !== null && (path[counted]?.created_at ?? '') < since) return null
  if (!path.slice(counted + 1).every(({ content }) => content.every(isSaid))) return null
  const tokens = estimateContext(path, '', system_prompt).before
  return { tokens, price: priceOf(model, tokens, last, at) }
}

function isSaid(block: ContentBlock): boolean {
  return block.type === 'tool_result' ? block.content.every(isSaid) : block.type === 'text' || block.type === 'tool_use'
}

/** Every host that keeps what it is sent does so for as long at least. */
const KEPT_MS = 5 * 60_000

/** `last`: the answer of the call before to the same model. */
function priceOf({ price }: Model, tokens: number, last: PublicMessage | undefined, at: string): Reading['price'] {
  if (!price || 'free' in price) return null
  const rates = ratesFor(price, { input_tokens: tokens, at }) ?? price
  const { input_per_mtok_usd: input, output_per_mtok_usd: output } = rates
  const usage = last?.metadata.usage
  const isKept = last !== undefined && Date.parse(at) - Date.parse(last.created_at) < KEPT_MS
  // Whether the host was asked to keep what it is sent, its last bill says; some keep all of it unasked.
  const isAsked = (usage?.cache_creation_input_tokens ?? 0) > 0
  const written = usage ? usage.cached_input_tokens + usage.cache_creation_input_tokens : 0
  const kept = usage && written > 0 && !isAsked ? usage.input_tokens + written : written
  const cached = isKept ? Math.min(tokens, kept) : 0
  const fresh = (isAsked && rates.cache_write_per_mtok_usd) || input
  const read = cached * Number(rates.cached_read_per_mtok_usd ?? input) + (tokens - cached) * Number(fresh)
  return { read_usd: read / 1_000_000, usd_per_token: Number(output) / 1_000_000 }
}

/** What a turn wrote so far, and what it took, about. */
export interface SoFar {
  wrote: number
  /** A decimal string; `null`: not known, or there is no price. */
  usd: string | null
}

/** The calls of it that are over, and the one that runs: what it reads and what it has written. */
export function soFar(total: TurnTotal | undefined, reading: Reading | null, content: readonly ContentBlock[]): SoFar {
  const written = writtenTokens(content)
  const isPriced = !total || (total.cost_usd !== null && total.unpriced_calls === 0)
  const price = isPriced ? reading?.price : null
  const usd = price && Number(total?.cost_usd ?? 0) + price.read_usd + written * price.usd_per_token
  return {
    wrote: (total?.output_tokens ?? 0) + written,
    usd: typeof usd === 'number' ? String(usd) : null,
  }
}

function writtenTokens(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => {
    if (block.type === 'text' || block.type === 'thinking') return sum + tokensOf(block.text)
    return block.type === 'tool_use' ? sum + tokensOf(JSON.stringify(block.input)) : sum
  }, 0)
}
