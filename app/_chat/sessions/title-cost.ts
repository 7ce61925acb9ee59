import type { Model } from '#lib/api/model.ts'
import { ratesFor } from '#lib/pricing/rates-for.ts'

/**
 * What a title takes, about: 1,500 characters each of the question and the answer at most, and what is asked of them
 * (`lib/turn/name-chat.ts`); a few words are written, and 512 tokens at most by a model that thinks before them.
 */
export const TITLE_TOKENS = { read: 800, written: 20, most_written: 512 } as const

/** In dollars, `null` where the model has no price; the second is what it is by a model that thinks as long as it may. */
export function titleCost(price: Model['price']): { usual: string; most: string } | null {
  if (!price) return null
  if ('free' in price) return { usual: '0', most: '0' }
  const { read, written, most_written } = TITLE_TOKENS
  const rates = ratesFor(price, { input_tokens: read, at: new Date().toISOString() }) ?? price
  const dollars = (output: number) => {
    const tokens = read * Number(rates.input_per_mtok_usd) + output * Number(rates.output_per_mtok_usd)
    return String(tokens / 1_000_000 + Number(price.per_request_usd ?? 0))
  }
  return { usual: dollars(written), most: dollars(most_written) }
}
