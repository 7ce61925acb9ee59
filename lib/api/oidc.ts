import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { SaidPassword } from './person.ts'

const BODY = ['invalid_request', 'too_large', 'unsupported_media'] as const
const NONE = 'Where no identity provider is set up, there is no such address.'

/** Where the browser goes. */
const Sent = z.object({ url: z.string() })

export const signInByOidc = {
  id: 'signInByOidc',
  tag: 'people',
  needs: 'nobody',
  summary: 'Where the identity provider asks who it is',
  description: `It holds for five minutes, once, and for the browser that has the cookie of the answer. \`next\` is the page of this server that it ends on. ${NONE}`,
  body: { json: z.strictObject({ next: z.string().max(2_000).default('/') }) },
  answer: { status: 200, json: Sent },
  errors: [...BODY, 'oidc_failed', 'too_many_attempts', 'not_found'],
} as const satisfies Endpoint

export const linkOidc = {
  id: 'linkOidc',
  tag: 'people',
  needs: 'member',
  summary: 'Where the identity provider asks who it is, so that whoever asks signs in by that from then on',
  description: `Whoever has signed in in the last ten minutes need not say the password. ${NONE}`,
  body: { json: z.strictObject({ password: SaidPassword.optional() }) },
  answer: { status: 200, json: Sent },
  errors: [...BODY, 'oidc_failed', 'proof_required', 'wrong_credentials', 'too_many_attempts', 'not_found'],
} as const satisfies Endpoint

export const finishOidc = {
  id: 'finishOidc',
  tag: 'people',
  needs: 'nobody',
  summary:
    'Where browsers come back to from the identity provider; what came of it is said by the page that they are led to',
  description: NONE,
  answer: { status: 303 },
  errors: ['not_found'],
} as const satisfies Endpoint
