import { Decimal } from 'decimal.js'
import type { Condition, Predicate } from './condition.ts'
import type { Rule } from './rule-file.ts'
import { minutesOf } from './time-of-day.ts'

/**
 * Rules that never decide, with the reason. What is found is certain, and not all is found: whether one regular expression
 * takes all that another one takes, for instance, is not asked.
 */
export function unreachedRules(rules: readonly Rule[]): { index: number; reason: string }[] {
  return rules.flatMap((rule, index) => {
    const impossible = contradiction(rule.when)
    if (impossible !== null) return [{ index, reason: `never holds: ${impossible}` }]
    const before = rules.slice(0, index).find((earlier) => implies(rule.when, earlier.when))
    return before ? [{ index, reason: `is never reached: ${before.name} before it holds whenever it does` }] : []
  })
}

/** Whether wherever the first condition holds, the second does. False where that is not certain. */
function implies(one: Condition, other: Condition): boolean {
  return partsOf(other).every((part) => impliesPart(one, part))
}

function impliesPart(one: Condition, part: Condition): boolean {
  const parts = partsOf(one)
  if (parts.some((own) => own.any_of?.every((alternative) => impliesPart(alternative, part)))) return true
  if (part.any_of) return part.any_of.some((alternative) => implies(one, alternative))
  const { not: denied } = part
  if (denied) return parts.some((own) => own.not !== undefined && implies(denied, own.not))
  return parts.some((own) => leafImplies(own, part))
}

/** One for each thing that must hold: a predicate, a choice, or something that must not. */
function partsOf({ all_of = [], any_of, not, ...leaves }: Condition): Condition[] {
  return [
    ...Object.entries(leaves).flatMap(([name, value]) => (value === undefined ? [] : [{ [name]: value }])),
    ...all_of.flatMap(partsOf),
    ...(any_of ? [any_of.length === 1 && any_of[0] ? any_of[0] : { any_of }] : []),
    ...(not ? [{ not }] : []),
  ]
}

type Value<P extends Predicate> = NonNullable<Condition[P]>

const within = (mine: readonly string[], other: readonly string[]) => mine.every((each) => other.includes(each))
const equal = (mine: unknown, other: unknown) => mine === other

/** Whether a predicate with the first value holds only where it holds with the second. */
const IMPLIES: { [P in Predicate]: (mine: Value<P>, other: Value<P>) => boolean } = {
  message_matches: equal,
  message_contains_any: (mine, other) =>
    mine.every((word) => other.some((part) => word.toLowerCase().includes(part.toLowerCase()))),
  estimated_input_tokens_gt: (mine, other) => mine >= other,
  estimated_input_tokens_lt: (mine, other) => mine <= other,
  has_images: equal,
  has_tool_calls_in_history: equal,
  file_extensions_in_context: within,
  workspace_path_matches: (mine, other) => mine === other || /^\*+$/.test(other),
  time_of_day_between(mine, other) {
    const [own, its] = [spanOf(mine), spanOf(other)]
    return ((own.start - its.start + DAY) % DAY) + own.length <= its.length
  },
  cost_today_exceeds_usd: (mine, other) => new Decimal(mine).gte(other),
  team_budget_remaining_lt: (mine, other) => new Decimal(mine).lte(other),
  tool_side_effects_include: within,
}

function leafImplies(mine: Condition, other: Condition): boolean {
  return (Object.keys(IMPLIES) as Predicate[]).some((name) => comparedBy(name, mine[name], other[name]))
}

function comparedBy<P extends Predicate>(name: P, mine: Condition[P], other: Condition[P]): boolean {
  return mine !== undefined && other !== undefined && IMPLIES[name](mine as Value<P>, other as Value<P>)
}

const DAY = 24 * 60

function spanOf([from, to]: Value<'time_of_day_between'>): { start: number; length: number } {
  const start = minutesOf(from)
  return { start, length: (minutesOf(to) - start + DAY) % DAY }
}

/** Why no turn can ever be meant; null where that is not certain. */
function contradiction(condition: Condition): string | null {
  const parts = partsOf(condition)
  const over = Math.max(...parts.map((part) => part.estimated_input_tokens_gt ?? -1))
  const under = Math.min(...parts.map((part) => part.estimated_input_tokens_lt ?? Number.POSITIVE_INFINITY))
  if (under - over <= 1) return `no message has more than ${over} tokens and fewer than ${under}`
  for (const name of ['has_images', 'has_tool_calls_in_history'] as const) {
    if (new Set(parts.map((part) => part[name]).filter((value) => value !== undefined)).size > 1) {
      return `${name} cannot be both`
    }
  }
  const denied = parts.flatMap(({ not }) => (not ? [not] : []))
  for (const part of parts) {
    if (denied.some((other) => implies(part, other))) return 'it asks for something and for its opposite'
  }
  return null
}
