import { z } from 'zod'
import { JsonObject } from '../canonical/json.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import type { Endpoint } from './endpoint.ts'
import { Moment, TimeZone } from './moment.ts'
import { Email, LinkPath, Person, PersonRole } from './person.ts'
import { limit, plainName } from './request.ts'

const BODY = ['invalid_request', 'too_large', 'unsupported_media'] as const

const Team = z.object({
  id: z.string(),
  name: z.string(),
  /** Ids of people. */
  members: z.array(z.string()),
})

/** Somebody who was removed, and whose chats are here yet. */
const RemovedPerson = Person.pick({ id: true, email: true, name: true, role: true }).extend({
  removed_at: Timestamp,
  chats: z.int(),
})

const Invitation = z.object({
  id: z.string(),
  /** Whose password it sets; null: it makes a new person. */
  user_id: z.string().nullable(),
  role: PersonRole,
  email: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
})

export const listPeople = {
  id: 'listPeople',
  tag: 'people',
  needs: 'admin',
  summary:
    'Who may use this installation, in which teams they are, which links can still be used, and who left chats when they were removed',
  answer: {
    status: 200,
    json: z.object({
      people: z.array(Person),
      /** The latest first. */
      removed: z.array(RemovedPerson),
      teams: z.array(Team),
      invitations: z.array(Invitation),
    }),
  },
  errors: ['not_found'],
} as const satisfies Endpoint

export const changePerson = {
  id: 'changePerson',
  tag: 'people',
  needs: 'admin',
  summary: 'Changes the role of a person; only an owner says who is an admin or an owner',
  body: { json: z.strictObject({ role: PersonRole }) },
  answer: { status: 204 },
  errors: [...BODY, 'not_found', 'last_owner'],
} as const satisfies Endpoint

export const removePerson = {
  id: 'removePerson',
  tag: 'people',
  needs: 'admin',
  summary: 'Removes a person: they are signed out everywhere, and what they run is stopped',
  description: 'Their chats stay as they are, seen by nobody, until it is said what becomes of them.',
  answer: { status: 204 },
  errors: ['not_found', 'last_owner'],
} as const satisfies Endpoint

const LeftChats = z.object({ chats: z.int() })

export const exportLeftChats = {
  id: 'exportLeftChats',
  tag: 'people',
  needs: 'owner',
  summary: 'All that a removed person left as one file, as they would have exported it',
  query: z.object({ format: z.enum(['ndjson', 'markdown', 'html'], 'ndjson, markdown or html').default('ndjson') }),
  answer: { status: 200, file: ['application/zip'] },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const handOverChats = {
  id: 'handOverChats',
  tag: 'people',
  needs: 'owner',
  summary: 'Gives what a removed person left to somebody else, with what was uploaded for it',
  body: { json: z.strictObject({ owner_id: z.string() }) },
  answer: { status: 200, json: LeftChats },
  errors: [...BODY, 'not_found'],
} as const satisfies Endpoint

export const deleteLeftChats = {
  id: 'deleteLeftChats',
  tag: 'people',
  needs: 'admin',
  summary: 'Deletes what a removed person left; only an owner deletes what an admin or an owner left',
  answer: { status: 200, json: LeftChats },
  errors: ['not_found'],
} as const satisfies Endpoint

export const makePasswordLink = {
  id: 'makePasswordLink',
  tag: 'people',
  needs: 'admin',
  summary: 'Makes a link by which a person sets a new password within a day',
  answer: { status: 201, json: LinkPath },
  errors: ['not_found'],
} as const satisfies Endpoint

export const invitePerson = {
  id: 'invitePerson',
  tag: 'people',
  needs: 'admin',
  summary: 'Makes a link by which somebody becomes a person here within a week',
  body: { json: z.strictObject({ role: PersonRole.default('member'), email: Email.nullish() }) },
  answer: { status: 201, json: LinkPath },
  errors: [...BODY, 'not_found'],
} as const satisfies Endpoint

export const withdrawInvitation = {
  id: 'withdrawInvitation',
  tag: 'people',
  needs: 'admin',
  summary: 'Withdraws a link that was not used',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint

const Sought = z.string().min(1, 'a text of 1 to 300 characters').max(300, 'a text of 1 to 300 characters')

export const readAuditLog = {
  id: 'readAuditLog',
  tag: 'people',
  needs: 'admin',
  summary: 'What was done to people and by admins, the latest first',
  description:
    '`person` is a part of the name or e-mail address, or the id, of who did it, of whom it was done to, or of whom it invited; people who were removed are found as well. From `from` on and before `to`; a day stands for its beginning in `tz`. As `text/csv` all entries that the query leaves in, as a table, whatever `limit` says.',
  query: z.object({
    before: z.string().optional(),
    limit: limit(50, 500),
    person: Sought.optional(),
    action: Sought.optional(),
    from: Moment.optional(),
    to: Moment.optional(),
    tz: TimeZone,
    format: z.enum(['json', 'csv'], 'json or csv').optional(),
  }),
  answer: {
    status: 200,
    json: z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          at: Timestamp,
          /** Null: a command on the machine itself. */
          actor_id: z.string().nullable(),
          /** What people are called by now, also those who were removed; null for what is no person. */
          actor_name: z.string().nullable(),
          action: z.string(),
          subject_id: z.string().nullable(),
          subject_name: z.string().nullable(),
          detail: JsonObject,
          address: z.string().nullable(),
        }),
      ),
    }),
    or: ['text/csv'],
  },
  errors: ['invalid_request', 'not_found'],
} as const satisfies Endpoint

export const createTeam = {
  id: 'createTeam',
  tag: 'people',
  needs: 'admin',
  summary: 'Makes a team: people who are counted together',
  body: { json: z.strictObject({ name: plainName(60) }) },
  answer: { status: 201, json: Team },
  errors: [...BODY, 'not_found', 'name_taken'],
} as const satisfies Endpoint

export const changeTeam = {
  id: 'changeTeam',
  tag: 'people',
  needs: 'admin',
  summary: 'Changes what is named of a team; `members` are all of them from then on',
  body: {
    json: z.strictObject({ name: plainName(60).optional(), members: z.array(z.string()).max(10_000).optional() }),
  },
  answer: { status: 204 },
  errors: [...BODY, 'not_found', 'name_taken'],
} as const satisfies Endpoint

export const deleteTeam = {
  id: 'deleteTeam',
  tag: 'people',
  needs: 'admin',
  summary: 'Deletes a team; its people stay',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint
