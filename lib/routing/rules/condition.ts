import { z } from 'zod'
import { SideEffects } from '../../canonical/tool.ts'
import { BadPatternError, linearPattern } from './linear-pattern.ts'

const DEEPEST = 8

const Words = z
  .string('must be a text')
  .transform((word) => word.trim())
  .refine((word) => word !== '', 'must not be empty: it would hold for every message')
const WordList = z.array(Words, 'must be a list of texts').nonempty('must name at least one')

const Tokens = z.number('must be a whole number').int('must be a whole number').nonnegative('must not be negative')

const Pattern = z.string('must be a regular expression').superRefine((source, context) => {
  try {
    linearPattern(source)
  } catch (error) {
    if (!(error instanceof BadPatternError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
  }
})

/** Dollars; a number of YAML is taken as it is written, as far as its digits are exact. */
const Dollars = z
  .union([z.string(), z.number()], 'must be an amount in dollars')
  .transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,12})?$/.test(text), 'must be an amount in dollars, for instance 2.50')

const Extension = z
  .string('must be a text')
  .transform((text) => text.replace(/^\./, '').toLowerCase())
  .refine((text) => /^[a-z0-9]{1,16}$/.test(text), 'must be the ending of a file name, for instance pdf')

const Clock = z.string('must be a time as "08:30"').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as "08:30"')
const Span = z
  .tuple([Clock, Clock], 'must be two times: ["22:00", "06:00"]')
  .refine(([from, to]) => from !== to, 'begins when it ends: leave it out for the whole day')

/** With `*` for any part of a name; without one the whole name. */
const FolderGlob = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(200, 'must not be longer than 200 characters')

const Yes = z.boolean('must be true or false')

/** The closed set of predicates (design §8), and the side effects of tools (canonical-message-format §4.4). */
export const PREDICATES = {
  message_matches: Pattern,
  message_contains_any: WordList,
  estimated_input_tokens_gt: Tokens,
  estimated_input_tokens_lt: Tokens.positive('must be at least 1: no message has fewer than none'),
  has_images: Yes,
  has_tool_calls_in_history: Yes,
  file_extensions_in_context: z.array(Extension, 'must be a list of endings').nonempty('must name at least one'),
  workspace_path_matches: FolderGlob,
  time_of_day_between: Span,
  cost_today_exceeds_usd: Dollars,
  team_budget_remaining_lt: Dollars,
  tool_side_effects_include: z.array(SideEffects, 'must be a list of side effects').nonempty('must name at least one'),
}
export type Predicate = keyof typeof PREDICATES

type Leaf = { [P in Predicate]?: z.output<(typeof PREDICATES)[P]> | undefined }

/** All that it names must hold. Empty, it always holds. */
export interface Condition extends Leaf {
  any_of?: Condition[] | undefined
  all_of?: Condition[] | undefined
  not?: Condition | undefined
}

const optional = Object.fromEntries(Object.entries(PREDICATES).map(([name, schema]) => [name, schema.optional()])) as {
  [P in Predicate]: z.ZodOptional<(typeof PREDICATES)[P]>
}

/** Of a nesting so deep that nobody reads it. */
function conditionUpTo(depth: number): z.ZodType<Condition> {
  if (depth === 0) {
    return z.custom<Condition>(() => false, `is nested deeper than ${DEEPEST} levels: nobody reads that`)
  }
  const inner = z.lazy(() => conditionUpTo(depth - 1))
  const several = z.array(inner, 'must be a list of conditions').nonempty('must name at least one condition')
  return z.strictObject(
    { ...optional, any_of: several.optional(), all_of: several.optional(), not: inner.optional() },
    {
      error: (issue) => (issue.code === 'invalid_type' ? 'must be a condition: a predicate and its value' : undefined),
    },
  ) as z.ZodType<Condition>
}

export const Condition = conditionUpTo(DEEPEST)

/** Whether a condition, or one inside it, asks for something that has to be looked up before. */
export function asksFor(condition: Condition, predicate: Predicate): boolean {
  const { any_of = [], all_of = [], not } = condition
  if (condition[predicate] !== undefined) return true
  return [...any_of, ...all_of, ...(not ? [not] : [])].some((inner) => asksFor(inner, predicate))
}
