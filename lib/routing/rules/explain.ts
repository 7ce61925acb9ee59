import { type Condition, PREDICATES, type Predicate } from './condition.ts'
import { compileCondition, compiling } from './holds.ts'
import type { TurnFacts } from './turn-facts.ts'

/** What one part of a condition comes to for a turn. */
export interface ExplainedPart {
  says: Predicate | 'any_of' | 'all_of' | 'not'
  /** As the rule has it; null for what is made of the parts behind it that lie deeper. */
  value: boolean | number | string | readonly string[] | null
  holds: boolean
  /** From 0. */
  depth: number
}

/** Each part of a condition as it is read, also those behind one that does not hold. */
export function explainCondition(
  condition: Condition,
  facts: TurnFacts,
  time_zone: string,
  depth = 0,
): ExplainedPart[] {
  const holds = (part: Condition) => compileCondition(part, compiling(time_zone))(facts)
  const parts = (Object.keys(PREDICATES) as Predicate[]).flatMap((says): ExplainedPart[] => {
    const value = condition[says]
    return value === undefined ? [] : [{ says, value, holds: holds({ [says]: value }), depth }]
  })
  const group = (says: 'any_of' | 'all_of' | 'not', part: Condition, inner: readonly Condition[]): ExplainedPart[] => [
    { says, value: null, holds: holds(part), depth },
    ...inner.flatMap((each) => explainInner(each, facts, time_zone, depth + 1)),
  ]
  const { any_of, all_of, not } = condition
  return [
    ...parts,
    ...(any_of ? group('any_of', { any_of }, any_of) : []),
    ...(all_of ? group('all_of', { all_of }, all_of) : []),
    ...(not ? group('not', { not }, [not]) : []),
  ]
}

/** One of several: where it asks for more than one thing, these are a group of their own. */
function explainInner(condition: Condition, facts: TurnFacts, time_zone: string, depth: number): ExplainedPart[] {
  const isOne = Object.values(condition).filter((value) => value !== undefined).length === 1
  return explainCondition(isOne ? condition : { all_of: partsOf(condition) }, facts, time_zone, depth)
}

const partsOf = (condition: Condition): Condition[] =>
  Object.entries(condition).flatMap(([name, value]) => (value === undefined ? [] : [{ [name]: value }]))
