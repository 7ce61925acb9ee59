import { Decimal } from 'decimal.js'
import type { Condition, Predicate } from './condition.ts'
import { linearPattern } from './linear-pattern.ts'
import { minuteOfDay, minutesOf } from './time-of-day.ts'
import type { TurnFacts } from './turn-facts.ts'
import { type WordSearch, wordSearch } from './word-search.ts'

/** Compiled once: whether a turn is one of those that a condition means. */
export type Holds = (facts: TurnFacts) => boolean

type Value<P extends Predicate> = NonNullable<Condition[P]>

/** What the conditions of one text have in common. */
export interface Compiling {
  /** An IANA name, for the times of day. */
  time_zone: string
  words: WordSearch<TurnFacts>
}

export const compiling = (time_zone: string): Compiling => ({ time_zone, words: wordSearch(({ message }) => message) })

type Compile<P extends Predicate> = (value: Value<P>, compiling: Compiling) => Holds

const COMPILE: { [P in Predicate]: Compile<P> } = {
  message_matches(source) {
    const pattern = linearPattern(source)
    return ({ message }) => pattern.test(message)
  },
  message_contains_any: (any, { words }) => words.anyOf(any),
  estimated_input_tokens_gt: (bound) => (facts) => facts.estimated_input_tokens > bound,
  estimated_input_tokens_lt: (bound) => (facts) => facts.estimated_input_tokens < bound,
  has_images: (wanted) => (facts) => facts.has_images === wanted,
  has_tool_calls_in_history: (wanted) => (facts) => facts.has_tool_calls_in_history === wanted,
  file_extensions_in_context: (endings) => (facts) => endings.some((ending) => facts.file_extensions.has(ending)),
  workspace_path_matches(glob) {
    const pattern = linearPattern(`(?is)^${glob.split('*').map(quoted).join('.*')}$`)
    return ({ folder }) => folder !== null && pattern.test(folder)
  },
  time_of_day_between([from, to], { time_zone }) {
    const [start, end] = [minutesOf(from), minutesOf(to)]
    return ({ now }) => {
      const minute = minuteOfDay(now, time_zone)
      return start < end ? minute >= start && minute < end : minute >= start || minute < end
    }
  },
  cost_today_exceeds_usd: (bound) => (facts) =>
    facts.cost_today_usd !== null && new Decimal(facts.cost_today_usd).gt(bound),
  team_budget_remaining_lt: (bound) => (facts) =>
    facts.team_budget_remaining_usd !== null && new Decimal(facts.team_budget_remaining_usd).lt(bound),
  tool_side_effects_include: (effects) => (facts) => effects.some((effect) => facts.side_effects.has(effect)),
}

export function compileCondition(condition: Condition, shared: Compiling): Holds {
  const parts: Holds[] = []
  for (const name of Object.keys(COMPILE) as Predicate[]) {
    const value = condition[name]
    if (value !== undefined) parts.push(compileOne(name, value, shared))
  }
  const { any_of, all_of, not } = condition
  const compiled = (inner: Condition) => compileCondition(inner, shared)
  if (any_of) parts.push(someOf(any_of.map(compiled)))
  if (all_of) parts.push(allOf(all_of.map(compiled)))
  if (not) parts.push(negated(compiled(not)))
  return allOf(parts)
}

function compileOne<P extends Predicate>(name: P, value: Value<P>, shared: Compiling): Holds {
  return COMPILE[name](value, shared)
}

const allOf =
  (parts: readonly Holds[]): Holds =>
  (facts) =>
    parts.every((holds) => holds(facts))
const someOf =
  (parts: readonly Holds[]): Holds =>
  (facts) =>
    parts.some((holds) => holds(facts))
const negated =
  (holds: Holds): Holds =>
  (facts) =>
    !holds(facts)

const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
