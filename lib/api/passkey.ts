import { z } from 'zod'
import { Timestamp } from '../canonical/timestamp.ts'
import type { Endpoint } from './endpoint.ts'
import { Person, SaidPassword } from './person.ts'
import { plainName } from './request.ts'

const BODY = ['invalid_request', 'too_large', 'unsupported_media'] as const
const NONE =
  'Where browsers have no passkeys for this server (it has no public name, or no TLS), there is no such address.'

const BYTES = 'bytes as base64url'
/** Larger ones are made by no device. */
const Bytes = z.base64url(BYTES).min(1, BYTES).max(20_000, BYTES)

/** What a browser has of a passkey. Browsers say more of it than is looked at. */
const Answered = { id: Bytes.max(1_400, BYTES), type: z.literal('public-key') }

const UsedPasskey = z.object({
  ...Answered,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.nullish(),
  }),
})

const MadePasskey = z.object({
  ...Answered,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
})

/** As `navigator.credentials` takes it, with bytes as base64url (WebAuthn §5.1.10). */
const Options = z.looseObject({ challenge: z.string() })

const Credential = z.object({
  id: z.string(),
  kind: z.enum(['passkey', 'oidc']),
  label: z.string(),
  created_at: Timestamp,
  used_at: Timestamp.nullable(),
})

export const askForPasskey = {
  id: 'askForPasskey',
  tag: 'people',
  needs: 'nobody',
  summary: 'What a browser is to ask a device for, so that somebody signs in with a passkey',
  description: `It holds for five minutes, once, and for the browser that has the cookie of the answer. ${NONE}`,
  answer: { status: 200, json: Options },
  errors: ['too_many_attempts', 'not_found'],
} as const satisfies Endpoint

export const signInByPasskey = {
  id: 'signInByPasskey',
  tag: 'people',
  needs: 'nobody',
  summary: 'Signs in with what the device has answered',
  description: `The cookie of the answer is a new one each time. ${NONE}`,
  body: { json: UsedPasskey },
  answer: { status: 200, json: Person },
  errors: [
    ...BODY,
    'unknown_passkey',
    'passkey_refused',
    'passkey_copied',
    'challenge_unusable',
    'too_many_attempts',
    'not_found',
  ],
} as const satisfies Endpoint

export const askForNewPasskey = {
  id: 'askForNewPasskey',
  tag: 'people',
  needs: 'member',
  summary: 'What a browser is to ask a device for, so that it makes a passkey for whoever asks',
  description: `Whoever has signed in in the last ten minutes need not say the password. It holds for five minutes, once, and for this browser. ${NONE}`,
  body: { json: z.strictObject({ password: SaidPassword.optional() }) },
  answer: { status: 200, json: Options },
  errors: [...BODY, 'proof_required', 'wrong_credentials', 'too_many', 'too_many_attempts', 'not_found'],
} as const satisfies Endpoint

export const addPasskey = {
  id: 'addPasskey',
  tag: 'people',
  needs: 'member',
  summary: 'Adds the passkey that the device has made',
  description: NONE,
  body: { json: MadePasskey.extend({ name: plainName(60) }) },
  answer: { status: 201, json: Credential },
  errors: [...BODY, 'passkey_refused', 'passkey_taken', 'challenge_unusable', 'not_found'],
} as const satisfies Endpoint

export const listCredentials = {
  id: 'listCredentials',
  tag: 'people',
  needs: 'member',
  summary: 'Whether the person has a password, and what else they can sign in with, in the order in which it was added',
  answer: { status: 200, json: z.object({ has_password: z.boolean(), credentials: z.array(Credential) }) },
  errors: ['not_found'],
} as const satisfies Endpoint

export const removeCredential = {
  id: 'removeCredential',
  tag: 'people',
  needs: 'member',
  summary: 'Removes it: nobody signs in with it any more; who is signed in stays so',
  answer: { status: 204 },
  errors: ['last_credential', 'not_found'],
} as const satisfies Endpoint
