import { z } from 'zod'
import { Timestamp } from '../canonical/timestamp.ts'
import type { Endpoint } from './endpoint.ts'
import { Email, NewPassword, Person, PersonRole, SaidPassword } from './person.ts'
import { plainName } from './request.ts'

const BODY = ['invalid_request', 'too_large', 'unsupported_media'] as const
const PersonName = plainName(80)
const LOCAL = 'Where a server listens on its own machine only, nobody signs in, and there is no such address.'

export const signIn = {
  id: 'signIn',
  tag: 'people',
  needs: 'nobody',
  summary: 'Signs in with an e-mail address and a password',
  description: `The cookie of the answer is a new one each time. ${LOCAL}`,
  body: { json: z.strictObject({ email: z.string().max(254), password: SaidPassword }) },
  answer: { status: 200, json: Person },
  errors: [...BODY, 'wrong_credentials', 'too_many_attempts', 'not_found'],
} as const satisfies Endpoint

export const signOut = {
  id: 'signOut',
  tag: 'people',
  needs: 'member',
  summary: 'Signs out this browser, or all browsers of the person',
  body: { json: z.strictObject({ everywhere: z.boolean().default(false) }) },
  answer: { status: 204 },
  errors: [...BODY, 'not_found'],
} as const satisfies Endpoint

export const readMe = {
  id: 'readMe',
  tag: 'people',
  needs: 'member',
  summary: 'Who asks, as what; `person` is null where a server listens on its own machine only: then it is its owner',
  answer: { status: 200, json: z.object({ role: PersonRole, person: Person.nullable() }) },
  errors: [],
} as const satisfies Endpoint

export const changeMe = {
  id: 'changeMe',
  tag: 'people',
  needs: 'member',
  summary: 'Changes how whoever asks is called here',
  description: LOCAL,
  body: { json: z.strictObject({ name: PersonName }) },
  answer: { status: 204 },
  errors: [...BODY, 'not_found'],
} as const satisfies Endpoint

export const changePassword = {
  id: 'changePassword',
  tag: 'people',
  needs: 'member',
  summary: 'Changes the password, and signs out all other browsers of the person',
  description: 'Who has no password yet leaves out `current`, and has signed in in the last ten minutes.',
  body: { json: z.strictObject({ current: SaidPassword.optional(), next: NewPassword }) },
  answer: { status: 204 },
  errors: [...BODY, 'wrong_credentials', 'proof_required', 'too_many_attempts', 'not_found'],
} as const satisfies Endpoint

const AuthSession = z.object({
  id: z.string(),
  created_at: Timestamp,
  seen_at: Timestamp,
  expires_at: Timestamp,
  user_agent: z.string(),
  address: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
})

export const listAuthSessions = {
  id: 'listAuthSessions',
  tag: 'people',
  needs: 'member',
  summary: 'Browsers in which the person is signed in, the latest first',
  answer: { status: 200, json: z.object({ sessions: z.array(AuthSession) }) },
  errors: ['not_found'],
} as const satisfies Endpoint

export const endOtherAuthSessions = {
  id: 'endOtherAuthSessions',
  tag: 'people',
  needs: 'member',
  summary: 'Signs out all browsers of the person but this one',
  answer: { status: 200, json: z.object({ ended: z.number().int().nonnegative() }) },
  errors: ['not_found'],
} as const satisfies Endpoint

export const endAuthSession = {
  id: 'endAuthSession',
  tag: 'people',
  needs: 'member',
  summary: 'Signs out one browser of the person',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint

const Token = z.string().min(1).max(200)

export const openLink = {
  id: 'openLink',
  tag: 'people',
  needs: 'nobody',
  summary: 'What a link is for that somebody was given',
  body: { json: z.strictObject({ token: Token }) },
  answer: {
    status: 200,
    json: z.object({
      /** `password`: for somebody who is here already. */
      kind: z.enum(['invitation', 'password']),
      role: PersonRole,
      email: z.string().nullable(),
      name: z.string().nullable(),
    }),
  },
  errors: [...BODY, 'link_unusable', 'not_found'],
} as const satisfies Endpoint

export const acceptLink = {
  id: 'acceptLink',
  tag: 'people',
  needs: 'nobody',
  summary: 'Uses a link: makes a person, or sets a new password, and signs in',
  description: 'An invitation that names an address is for that one; for another one `email` is needed.',
  body: {
    json: z.strictObject({
      token: Token,
      email: Email.optional(),
      name: PersonName.optional(),
      password: NewPassword,
    }),
  },
  answer: { status: 200, json: Person },
  errors: [...BODY, 'link_unusable', 'email_taken', 'too_many_attempts', 'not_found'],
} as const satisfies Endpoint
