import { z } from 'zod'
import { BranchRow } from '../canonical/branch-row.ts'
import { PublicMessage } from '../canonical/public-message.ts'
import { Role } from '../canonical/role.ts'
import { SiblingPlace } from '../canonical/sibling-place.ts'
import { TurnTotal } from '../canonical/turn-total.ts'
import { Version } from '../canonical/version.ts'
import { LastTurn } from '../events/frame.ts'
import type { Endpoint } from './endpoint.ts'
import { limit } from './request.ts'

const MESSAGES = {
  messages: z.array(PublicMessage),
  /** What the turns took that they belong to: nobody else has to add what calls cost. */
  turn_totals: z.array(TurnTotal),
  /** Of those among them that do not stand alone. */
  places: z.array(SiblingPlace),
}

export const listMessages = {
  id: 'listMessages',
  tag: 'chat',
  needs: 'member',
  summary: 'Messages of the active path, ascending: the last ones, or those before a cursor',
  query: z.object({ before: z.string().optional(), limit: limit(100, 500) }),
  answer: { status: 200, json: z.object({ ...MESSAGES, next: z.string().nullable() }) },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const listSiblings = {
  id: 'listSiblings',
  tag: 'chat',
  needs: 'member',
  summary: 'The messages that follow the same message as this one does, with it, ascending: each begins a branch',
  description:
    'Where there are more than `limit`, those nearest to it. `messages[index]` is the one that was asked about, and ' +
    '`offset` of the `total` come before the first of them.',
  query: z.object({ limit: limit(100, 500) }),
  answer: {
    status: 200,
    json: z.object({
      ...MESSAGES,
      index: z.number().int().nonnegative(),
      offset: z.number().int().nonnegative(),
      total: z.number().int().positive(),
    }),
  },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const listVersions = {
  id: 'listVersions',
  tag: 'chat',
  needs: 'member',
  summary: 'All that stands beside a message, with it, ascending: which model answered each, and how that ended',
  answer: { status: 200, json: z.object({ versions: z.array(Version) }) },
  errors: ['not_found'],
} as const satisfies Endpoint

export const readExchange = {
  id: 'readExchange',
  tag: 'chat',
  needs: 'member',
  summary: 'A question and all that its own turn said, on whichever branch it is',
  description:
    'What is still being written comes by the stream of the session. `last_turn` is `null` until the turn has ended.',
  answer: { status: 200, json: z.object({ ...MESSAGES, last_turn: LastTurn.nullable() }) },
  errors: ['not_found'],
} as const satisfies Endpoint

export const outlineMessages = {
  id: 'outlineMessages',
  tag: 'chat',
  needs: 'member',
  summary:
    'All messages of the active path, or those before a cursor, ascending: which there are and how long, without what they say',
  description:
    'Small enough to be asked for at once. What the messages of any stretch say is read by `before` and `limit` of the list.',
  query: z.object({ before: z.string().optional() }),
  answer: {
    status: 200,
    json: z.object({
      messages: z.array(
        z.object({
          id: z.string(),
          role: Role,
          /** Bytes of its content, to make room for it. */
          size: z.number().int().nonnegative(),
          created_at: z.string(),
          /** Only of the last one, and of one that an answer of another turn follows, whose question was deleted. */
          turn_id: z.string().optional(),
        }),
      ),
    }),
  },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const findInMessages = {
  id: 'findInMessages',
  tag: 'chat',
  needs: 'member',
  summary: 'Where words stand on the active path, ascending',
  description:
    'In what people and models said, in thoughts, and in what tools were given and gave back, which counts as the answer ' +
    'that called them; capitals, marks of Markdown and the kind of space make no difference. `count` is how often they ' +
    'stand in that message. Where not all of it stands in the open, `parts` says where: `fold` is which of its thoughts ' +
    'and tools.',
  query: z.object({ q: z.string('what is looked for').trim().min(1, 'what is looked for').max(200) }),
  answer: {
    status: 200,
    json: z.object({
      messages: z.array(
        z.object({
          id: z.string(),
          count: z.number().int().positive(),
          parts: z
            .array(z.object({ count: z.number().int().positive(), fold: z.number().int().nonnegative().optional() }))
            .optional(),
        }),
      ),
    }),
  },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const mapBranches = {
  id: 'mapBranches',
  tag: 'chat',
  needs: 'member',
  summary: 'All branches of a session as the rows of a map',
  description:
    'The active path goes straight down, and what stands beside it comes before it goes on. What lies between branches is ' +
    'only counted, and so is what more than a thousand rows would have. What a counted row stands for is drawn where its ' +
    '`from` is among `open`, two hundred rows at a time.',
  query: z.object({
    /** Joined by commas. */
    open: z.string().max(4_000).optional(),
  }),
  answer: { status: 200, json: z.object({ rows: z.array(BranchRow) }) },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const deleteMessages = {
  id: 'deleteMessages',
  tag: 'chat',
  needs: 'member',
  summary: 'Deletes a message, or all from it on',
  description:
    'An answer goes with all of its steps, the calls of tools and their results. With `extent=message`, what follows stays, ' +
    'and follows what came before; with `extent=branch` everything below goes as well, on every branch. For an hour it can ' +
    'be restored, then it is removed. What it cost stays spent. Whoever watches the session is told by a `messages.deleted` frame.',
  query: z.object({ extent: z.enum(['message', 'branch']).default('message') }),
  answer: {
    status: 200,
    json: z.object({
      /** What undoes it. */
      deletion_id: z.string(),
      deleted: z.number().int().positive(),
    }),
  },
  errors: ['invalid_request', 'not_found', 'turn_in_progress'],
} as const satisfies Endpoint

export const restoreMessages = {
  id: 'restoreMessages',
  tag: 'chat',
  needs: 'member',
  summary: 'Brings back what was deleted of a session, where it was',
  description:
    'The last deletion of the session that is not undone. The active path ends again where it did, unless it was led elsewhere ' +
    'meanwhile. Whoever watches the session is told by a `messages.restored` frame.',
  answer: { status: 200, json: z.object({ restored: z.number().int().positive() }) },
  errors: ['not_found', 'turn_in_progress', 'deleted_since'],
} as const satisfies Endpoint
