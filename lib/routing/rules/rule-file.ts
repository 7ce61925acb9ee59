import { z } from 'zod'
import { Condition } from './condition.ts'

const MOST_RULES = 500

export const NAME = {
  pattern: /^[a-z0-9][a-z0-9._-]{0,63}$/,
  words: 'must be small letters, digits, points and hyphens',
}

const Name = z.string('must be a text').regex(NAME.pattern, NAME.words)

const ModelName = z.string('must be the id or an alias of a model').min(1, 'must be the id or an alias of a model')

const TimeZone = z.string('must be the name of a time zone').refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
  } catch {
    return false
  }
}, 'must be the name of a time zone, for instance Europe/Berlin')

export const Rule = z.strictObject({
  name: Name,
  /** Why it is there, for whoever reads it next. */
  note: z.string('must be a text').max(500, 'must not be longer than 500 characters').optional(),
  when: Condition,
  use: ModelName,
})
export type Rule = z.infer<typeof Rule>

/** What an installation says of which models are used for what (design §8), as people write it. */
export const RuleFile = z.strictObject({
  /** In which times of day and days are meant; UTC where nothing is said. */
  time_zone: TimeZone.default('UTC'),
  /** Names for models, in this text alone: one place to change where several rules use the same. How they are made is looked at where models are known. */
  aliases: z.record(z.string(), ModelName, 'must be names and the models that they stand for').nullish(),
  /** For chats in folders (`workspace_default`): the first whose name fits, `*` standing for any part of it. */
  folders: z
    .array(
      z.strictObject({ match: z.string('must be a text').min(1).max(200), use: ModelName }, 'must have match and use'),
      'must be a list of folders',
    )
    .nullish(),
  /** The first that holds is taken. */
  rules: z.array(Rule, 'must be a list of rules').max(MOST_RULES, `must not be more than ${MOST_RULES}`).nullish(),
})
export type RuleFile = z.infer<typeof RuleFile>

/** As faults call them. */
export const ITEMS = { rules: { one: 'rule', named: 'name' }, folders: { one: 'folder', named: 'match' } }
