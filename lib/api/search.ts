import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { limit } from './request.ts'
import { isTimeZone } from './time-zone.ts'

/** A piece of the text that it stands beside, in UTF-16 units. */
const Range = z.object({ start: z.number().int().nonnegative(), end: z.number().int().positive() })

const SearchHit = z.object({
  session_id: z.string(),
  message_id: z.string(),
  /** Of the session. */
  title: z.string().nullable(),
  title_matches: z.array(Range),
  /** The piece of the message in which something was found; its beginning where that was the title. */
  snippet: z.string(),
  matches: z.array(Range),
  by: z.enum(['me', 'model']),
  model: z.string().nullable(),
  created_at: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>

const Found = z.object({
  hits: z.array(SearchHit),
  next: z.string().nullable(),
  /** Filters whose values cannot be read, as they stand in `q`; not there where there is none. */
  unread: z.array(z.string()).optional(),
})

const day = 'a day like 2026-11-22, or a time like 2026-11-22T10:00:00Z'
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], day)

const FEATURES = 'one or both of `code` and `picture`, with a comma between'
const Features = z
  .string()
  .regex(/^(code|picture)(,(code|picture))*$/, FEATURES)
  .transform((names) => names.split(',') as ('code' | 'picture')[])

export const searchMessages = {
  id: 'searchMessages',
  tag: 'chat',
  needs: 'member',
  summary: 'Finds messages by their words, the best first',
  description:
    'All words of `q` must be in a message, or in the title of its chat; the last one may be the beginning of a word, and ' +
    '"words in quotes" must stand side by side. Filters may stand among them: `model:name` or `model:"two words"`, by its ' +
    'id or the name that people see; `has:code`, `has:picture`; `by:me`, `by:model`, which `person:` and `from:` say as well; ' +
    '`date:2026-11-01`, `after:` and `since:` (with that day), `before:` (without) and `until:` (with it), and `from:` with a ' +
    'day. A day is also `today`, `yesterday` or `1.11.2026`. What looks like one of these and cannot be read is searched for ' +
    'as words, and named in `unread`. Days in `q` are those of `time_zone`, and else of UTC; the first moment of `from` is included, that of `to` is not. Of very many matches only the newest 1,000 are weighed.',
  query: z.object({
    q: z.string().max(10_000, 'at most 10,000 characters').default(''),
    cursor: z.string().optional(),
    limit: limit(20, 50),
    model: z.string().max(200, 'at most 200 characters').optional(),
    from: Moment.optional(),
    to: Moment.optional(),
    by: z.enum(['me', 'model'], '`me` or `model`').optional(),
    has: Features.optional(),
    time_zone: z.string().refine(isTimeZone, 'a time zone like Europe/Berlin').optional(),
    session: z.string().max(200, 'at most 200 characters').optional(),
  }),
  answer: { status: 200, json: Found },
  errors: ['invalid_request'],
} as const satisfies Endpoint
