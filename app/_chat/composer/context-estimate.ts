import type { Model } from '#lib/api/model.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { ratesFor } from '#lib/pricing/rates-for.ts'
import type { Texts } from '../../_texts/texts.ts'

/** About so many letters are a token: less in code and in other scripts. */
const LETTERS = 4

export interface ContextEstimate {
  /** What was said before. */
  before: number
  /** What is written now. */
  draft: number
}

/**
 * What goes to the model of the last answer with the next message, about: what its provider counted for that answer, what the
 * answer added, and what is written now. Another model counts in other tokens.
 */
export function estimateContext(
  path: readonly PublicMessage[],
  draft: string,
  systemPrompt: string | null,
): ContextEstimate {
  const at = path.findLastIndex(isCounted)
  const usage = path[at]?.metadata.usage
  const counted = usage
    ? sentTokens(usage) + Math.max(0, usage.output_tokens - (usage.reasoning_tokens ?? 0))
    : tokensOf(systemPrompt ?? '')
  const since = path.slice(at + 1).flatMap(({ content }) => content)
  const rest = since.reduce((sum, block) => sum + saidTokens(block), 0)
  return { before: counted + rest, draft: tokensOf(draft) }
}

/** A call that failed before anything was counted says nothing of how much it was. */
export function isCounted({ metadata }: PublicMessage): boolean {
  return sentTokens(metadata.usage) > 0
}

function saidTokens(block: ContentBlock): number {
  if (block.type === 'tool_result') return block.content.reduce((sum, each) => sum + saidTokens(each), 0)
  return block.type === 'text' ? tokensOf(block.text) : 0
}

/** It may have been answered under a name with a date. */
export function askedModel({ metadata }: PublicMessage): string | null {
  return metadata.routing?.chosen_model ?? metadata.model ?? null
}

function sentTokens(usage: PublicMessage['metadata']['usage']): number {
  return usage ? usage.input_tokens + usage.cached_input_tokens + usage.cache_creation_input_tokens : 0
}

export function tokensOf(text: string): number {
  return Math.ceil(text.length / LETTERS)
}

/** What a model takes for reading so much, about. Nothing is known where it has no price, which is not nothing. */
export function costToRead(
  { composer: words, models, format }: Pick<Texts, 'composer' | 'models' | 'format'>,
  tokens: number,
  price: Model['price'],
): string {
  if (!price) return words.no_reading_price
  if ('free' in price) return models.local_amount
  const rates = ratesFor(price, { input_tokens: tokens, at: new Date().toISOString() }) ?? price
  const dollars = (tokens * Number(rates.input_per_mtok_usd)) / 1_000_000
  return words.reading_price(format.roughCost(String(dollars)))
}
