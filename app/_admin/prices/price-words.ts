import type { Condition, Source } from '#lib/pricing/price.ts'
import type { RateProblem } from '#lib/pricing/rate-fault.ts'
import { rateFault } from '#lib/pricing/rate-fault.ts'
import type { AdminTexts } from '../../_texts/admin-texts.ts'
import type { Texts } from '../../_texts/texts.ts'
import type { DraftFault } from './draft-faults.ts'

type Words = AdminTexts['prices']
type Format = Texts['format']

/** On what rates hold: `over 200,000 tokens, flex`. */
export function conditionWords(words: Words, format: Format, when: Condition): string {
  const { above_input_tokens, from_input_tokens, service_tier, utc } = when
  const parts = [
    above_input_tokens === undefined ? [] : words.above(format.count(above_input_tokens)),
    from_input_tokens === undefined ? [] : words.reached(format.count(from_input_tokens)),
    service_tier ?? [],
    utc ? words.utc(daysIn(utc.days, words.days), utc.hours.map(([from, to]) => `${from}–${to}`).join(', ')) : [],
  ]
  return parts.flat().join(', ')
}

/** `Mon–Fri, Sun`: days that follow each other are one span. */
function daysIn(days: readonly number[], names: Words['days']): string {
  const spans: [first: number, last: number][] = []
  for (const day of [...new Set(days)].toSorted((a, b) => a - b)) {
    const span = spans.at(-1)
    if (span && span[1] === day - 1) span[1] = day
    else spans.push([day, day])
  }
  const nameOf = (day: number) => names[day - 1]
  return spans.map(([first, last]) => (first === last ? nameOf(first) : `${nameOf(first)}–${nameOf(last)}`)).join(', ')
}

/** What a source is called, and where it is: only a page of the web is a link, whatever a file has said. */
export function sourceWords({ source }: Source): { name: string; href: string | null } {
  const address = URL.parse(source)
  const isPage = address !== null && /^https?:$/.test(address.protocol)
  return isPage ? { name: address.host.replace(/^www\./, ''), href: address.href } : { name: source, href: null }
}

/** When a source was read. A day is one, wherever the reader is. */
export function dayRead(format: Format, { read_on }: Source, now: Date): string {
  return format.shortDay(new Date(`${read_on}T00:00`), now)
}

/** Why a cell or a row cannot be published. */
export function faultWords(
  words: Words,
  format: Format,
  fault: DraftFault,
  conditions: readonly { when: Condition }[] = [],
): string {
  if (fault.kind === 'provider') return words.no_provider(fault.provider)
  const when = fault.condition === null ? undefined : conditions[fault.condition]?.when
  const rate = words.rates[fault.rate]
  const cell = when ? words.condition_of(rate, conditionWords(words, format, when)) : rate
  return words.fault_of(cell, rateReason(words, fault))
}

export function rateReason(words: Words, { problem, text }: { problem: RateProblem; text: string }): string {
  return words.rate_problems?.[problem](text) ?? rateFault(text) ?? ''
}
