import { z } from 'zod'
import { ShareFinding } from '../canonical/share-finding.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { ChainLink } from '../events/catalog.ts'

/** One fault of a request. */
export const Fault = z.object({
  /** Where in the request, for instance `content.0.text`. */
  path: z.string(),
  problem: z.string(),
})
export type Fault = z.infer<typeof Fault>

/** What is wrong with a line of the routing rules, or was hardly meant; `path` is the key, for instance `rules.1.name`. */
export const RuleFault = z.object({
  line: z.number().int(),
  column: z.number().int(),
  path: z.string(),
  problem: z.string(),
})

/** A way on from a refused change of model. */
export const SwapOption = z.object({
  id: z.enum(['leave_out', 'describe', 'stay', 'brief', 'branch', 'leave_out_file', 'larger_window']),
  label: z.string(),
  /** The model that would be asked, and what that would cost, about; `null` without a price. */
  model: z.string().optional(),
  cost_usd: z.string().nullable().optional(),
  /** The last message that would be summed up. */
  up_to: z.string().optional(),
  /** The question that a branch would begin with, the number of its turn, and what would be read with the next one. */
  from: z.object({ message_id: z.string(), turn: z.number(), tokens: z.number() }).optional(),
  /** What would not be sent any more, by the data of its source. */
  file: z.object({ name: z.string(), data: z.string(), tokens: z.number() }).optional(),
})

export const SwapRefusal = z.object({ reason: z.string(), options: z.array(SwapOption) })

/** What is wrong with a row of a price table; `field` is `null` where it is the row itself. */
export const PriceFault = z.object({ row: z.string(), field: z.string().nullable(), reason: z.string() })

/** Why a provider cannot be used as it is set up. */
export const TrialProblem = z.enum(['key_refused', 'unreachable', 'no_list', 'no_models', 'no_credit', 'refused'])

/** Why nobody is signed in by an identity provider, nor is an account of theirs linked. */
const OidcProblem = z.enum(['unavailable', 'refused', 'declined', 'unknown', 'taken'])

interface Kind {
  status: number
  when: string
  details?: z.ZodType
}

/** Every refusal: under which status it comes, when, and what its `details` are. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    when: 'Something in the request is not as it must be; the details name each fault and its place.',
    details: z.array(Fault),
  },
  sign_in_required: { status: 401, when: 'Nobody is signed in, or not any more.' },
  another_person: {
    status: 409,
    when: 'By the `X-Metis-Person` header it is meant as somebody else than who is signed in; nothing is done.',
  },
  wrong_credentials: {
    status: 401,
    when: 'The e-mail address or the password is wrong; which of them is said to nobody.',
  },
  unknown_passkey: {
    status: 401,
    when: 'The passkey was never added here, or was removed here, or the database is from before it was added.',
  },
  passkey_copied: {
    status: 401,
    when: 'The device of the passkey has counted less of its uses than there were, so there is a copy of it.',
  },
  passkey_refused: {
    status: 422,
    when: 'What the device says of the passkey is not as it has to be, or it has not made sure who uses it.',
  },
  proof_required: {
    status: 403,
    when: 'Whoever asks has signed in more than ten minutes ago: they say the password as well, or sign in again.',
  },
  role_required: { status: 403, when: 'Another role is needed for this; the message names it.' },
  forbidden_origin: { status: 403, when: 'The request comes from another web page, or under a foreign host name.' },
  budget_spent: {
    status: 402,
    when: 'A budget of this installation has no room for it, or could not count it, for its model has no price. The details say which budget, how it stands and when the next day or month begins; `route_to` is the model that may still be asked. Nothing is stored.',
    details: z.object({
      reason: z.enum(['spent', 'unpriced']),
      scope: z.enum(['installation', 'person', 'team', 'member']),
      period: z.enum(['day', 'month']),
      limit_usd: z.string(),
      left_usd: z.string(),
      estimate_usd: z.string().nullable(),
      ends_at: Timestamp,
      route_to: z.string().nullable(),
    }),
  },
  policy_denied: { status: 403, when: 'The policy of this installation does not allow it; the message says why.' },
  not_found: { status: 404, when: 'There is no such thing, or no such address.' },
  method_not_allowed: {
    status: 405,
    when: 'The address does not answer to this method; the details and the `Allow` header name those it has.',
    details: z.object({ allow: z.array(z.string()) }),
  },
  budget_taken: {
    status: 409,
    when: 'There is a budget of this kind for the day or the month already; nothing was stored.',
  },
  email_taken: { status: 409, when: 'Somebody with this e-mail address is here already.' },
  last_owner: { status: 409, when: 'Nobody else is an owner, and an installation has at least one.' },
  link_unusable: { status: 410, when: 'The link was used, withdrawn or is too old, or there never was one.' },
  oidc_failed: {
    status: 502,
    when: 'The identity provider cannot be reached, or what came of it signs nobody in; the details say which.',
    details: z.object({ problem: OidcProblem }),
  },
  challenge_unusable: {
    status: 410,
    when: 'What was to be proved was proved already, is too old, or was asked of another browser.',
  },
  passkey_taken: { status: 409, when: 'This passkey is known here already.' },
  last_credential: { status: 409, when: 'The person could not sign in any more without it.' },
  too_many_attempts: {
    status: 429,
    when: 'Somebody has tried too often; the details and the `Retry-After` header say how many seconds to wait.',
    details: z.object({ seconds: z.number().int().positive() }),
  },
  turn_in_progress: { status: 409, when: 'A turn of this session is still running.' },
  import_running: {
    status: 409,
    when: 'Another import of this person is under way: one is done after the other.',
  },
  import_not_ready: {
    status: 409,
    when: 'The import is in a state in which this cannot be done; the message says in which.',
  },
  name_taken: { status: 409, when: 'Something else of this kind has this name already; nothing was stored.' },
  too_many: {
    status: 409,
    when: 'There are as many as there may be; nothing was stored.',
    details: z.object({ limit: z.number().int().positive() }),
  },
  deleted_since: {
    status: 409,
    when: 'Something else was deleted in the session after it, and has to be restored first.',
  },
  price_conflict: {
    status: 409,
    when: 'Another version of the prices begins at the same moment, or was published since the draft was begun; nothing was stored.',
  },
  invalid_rules: {
    status: 422,
    when: 'Lines of the routing rules are at fault; the details name all of them, and the first one by itself. Nothing was stored.',
    details: z.object({
      line: z.number().int(),
      reason: z.string(),
      faults: z.array(RuleFault),
    }),
  },
  rules_conflict: {
    status: 409,
    when: 'Other routing rules were saved since these were begun; the details name their version. Nothing was stored.',
    details: z.object({ version: z.number().int() }),
  },
  reprice_conflict: {
    status: 409,
    when: 'Calls of this time are repriced by another version, or that is being taken back; the details name the reprice that must be reverted first. Nothing was stored.',
    details: z.object({ reprice_id: z.string() }),
  },
  too_large: {
    status: 413,
    when: 'The body, or a part of it, is larger than allowed.',
    details: z.object({ limit_bytes: z.number().int().positive() }),
  },
  unsupported_media: { status: 415, when: 'The content type, or the picture, is of a kind that is not taken.' },
  unknown_model: {
    status: 422,
    when: 'No provider can know a model of this name.',
    details: z.object({ model: z.string(), near_matches: z.array(z.string()) }),
  },
  no_model: {
    status: 422,
    when: 'No model can answer; the details say what was tried and why not. Nothing is stored.',
    details: z.object({ chain: z.array(ChainLink), options: z.array(SwapOption) }),
  },
  secrets_found: {
    status: 422,
    when: 'Something in what would be published looks like a secret or leads to somebody, and is neither masked nor confirmed; the details have each. Nothing is published.',
    details: z.object({ findings: z.array(ShareFinding) }),
  },
  preview_outdated: {
    status: 409,
    when: 'By now something else would be published than what the preview showed; nothing is.',
  },
  link_lost: {
    status: 409,
    when: 'The link was made under another secret of this installation: it works, and cannot be shown again.',
  },
  password_required: { status: 403, when: 'The share has a password, and none or a wrong one was said.' },
  swap_refused: {
    status: 422,
    when: 'The session cannot go on with this model; the details offer the ways on.',
    details: SwapRefusal,
  },
  brief_failed: { status: 502, when: 'A model could not sum up the chat; nothing of it has changed.' },
  description_failed: {
    status: 502,
    when: 'A model could not describe a picture; the chat is where it was. Those that were described before stay described.',
  },
  download_failed: {
    status: 422,
    when: 'The picture could not be fetched from its address.',
    details: z.object({ reason: z.enum(['refused_address', 'unreachable', 'too_large', 'status']) }),
  },
  invalid_prices: {
    status: 422,
    when: 'Rows of the price table are wrong; the details name the first hundred, or none where no row of a file can be read. Nothing was stored.',
    details: z.object({ faults: z.array(PriceFault), total: z.number().int().nonnegative() }),
  },
  idempotency_mismatch: { status: 422, when: 'The Idempotency-Key was sent with another request before.' },
  provider_refused: {
    status: 422,
    when: 'The provider was asked with these settings, and that did not work; nothing was stored.',
    details: z.object({ problem: TrialProblem }),
  },
  secret_unusable: {
    status: 503,
    when: 'The secret under which keys are stored cannot be read or made; the message says what to do.',
  },
  internal_error: { status: 500, when: 'A fault of the server; its log says what.' },
  storage_unavailable: {
    status: 503,
    when: 'What the server stores cannot be read or written for now; the details name the kind of fault.',
    details: z.object({
      kind: z.enum([
        'locked',
        'damaged',
        'not_a_database',
        'empty',
        'read_only',
        'no_permission',
        'missing',
        'io',
        'unreachable',
        'token_refused',
      ]),
    }),
  },
  storage_full: {
    status: 507,
    when: 'The disk is full, so nothing new is stored.',
    details: z.object({ kind: z.literal('full') }),
  },
} as const satisfies Record<string, Kind>

export type ErrorCode = keyof typeof ERRORS

export type ErrorDetails<C extends ErrorCode> = (typeof ERRORS)[C] extends { details: infer D extends z.ZodType }
  ? z.infer<D>
  : undefined

const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

/** The shape of every refusal. */
export const ApiErrorBody = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    /** In words for people. */
    message: z.string(),
    details: z.unknown().optional(),
  }),
})

/** The body of each refusal, with the shape that its own details have. */
export const ERROR_BODIES = bodies(ERRORS)

function bodies(errors: Readonly<Record<ErrorCode, Kind>>): Readonly<Record<ErrorCode, z.ZodType>> {
  const each = ERROR_CODES.map((code) => {
    const { details } = errors[code]
    const error = z.object({ code: z.literal(code), message: z.string(), ...(details && { details }) })
    return [code, z.object({ error }) as z.ZodType] as const
  })
  return Object.fromEntries(each) as Record<ErrorCode, z.ZodType>
}

/** Whatever is asked for may be refused by these. */
export const COMMON_ERRORS = [
  'sign_in_required',
  'another_person',
  'role_required',
  'forbidden_origin',
  'internal_error',
  'storage_unavailable',
  'storage_full',
] as const satisfies readonly ErrorCode[]

/** What an address says of a method that it does not have. */
export const ADDRESS_ERRORS = [
  'not_found',
  'method_not_allowed',
  ...COMMON_ERRORS,
] as const satisfies readonly ErrorCode[]
