import { z } from 'zod'
import { ContentBlock } from '../canonical/block.ts'
import { JsonObject } from '../canonical/json.ts'
import { InsteadOf, RoutingDecisionRecord, RoutingMode } from '../canonical/message.ts'
import { orNewer } from '../canonical/or-newer.ts'
import { ProjectionRecord } from '../canonical/projection.ts'
import { Role } from '../canonical/role.ts'
import { SessionSettings, SetAside } from '../canonical/session-settings.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { WireLibraries } from '../canonical/wire-library.ts'
import { CallSettings, ChainLink } from '../events/catalog.ts'
import { Dollars, SessionCall } from './call-cost.ts'
import type { Endpoint } from './endpoint.ts'

const Count = z.number().int().nonnegative()

const StoredProjection = ProjectionRecord.extend({ request_id: z.string() })

const Sameness = z.object({
  is: z.enum(['sent', 'mended', 'other', 'unknown']),
  /** Where it is another: the fields of the body that are, those of the conversation as `conversation`. */
  fields: z.array(z.string()).optional(),
})

/** What is read of a request, in its order: instructions and tools, a summary of the turns up to `turn`, and the turns. */
export const RequestPart = z.object({
  kind: orNewer(z.enum(['instructions', 'brief', 'turn'])),
  turn: z.number().int().positive().nullable(),
  tokens: Count,
  /** Something of it goes in another form, or not at all. */
  is_changed: z.boolean(),
})

/** Where a request goes, without a key. */
export const WireAddress = z.object({
  url: z.string(),
  format: z.string(),
  /** By which the maker of the format makes the same request. */
  libraries: WireLibraries,
  /** With `{{API_KEY}}` in the place of the key. */
  headers: z.record(z.string(), z.string()),
  /** Names of headers that the installation adds, whose values may be secret. */
  left_out: z.array(z.string()),
  /** The variable of the environment that holds the key. */
  key_variable: z.string(),
})
export type WireAddress = z.infer<typeof WireAddress>

const Wire = z.object({
  /** The body; `null` where it cannot be made anew, and where it was not asked for. */
  request: JsonObject.nullable(),
  /** Whether it is byte for byte what was sent. */
  sameness: Sameness,
  /** Of what was sent. */
  bytes: Count.nullable(),
  endpoint: WireAddress.nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  answer: z.object({ content: z.array(ContentBlock), kept: JsonObject.nullable() }).nullable(),
})

const Cache = z.object({
  state: orNewer(z.enum(['first', 'kept', 'unread', 'expired', 'broken', 'uncached', 'unknown'])),
  /** The last request to the same model in the chat, by its answer. */
  earlier: z.object({ message_id: z.string(), at: Timestamp }).nullable(),
  /** Both requests are, byte for byte, what was sent. */
  is_exact: z.boolean(),
  /** Of tools, prompt and messages, without marks of a cache; tokens are about. */
  same: z.object({ bytes: Count, same_bytes: Count, tokens: Count, same_tokens: Count }).nullable(),
  difference: z
    .object({
      what: orNewer(z.enum(['tools', 'system', 'settings', 'message', 'picture', 'shorter'])),
      names: z.array(z.string()),
      before: z.string().nullable(),
      now: z.string().nullable(),
    })
    .nullable(),
  read_tokens: Count.nullable(),
  written_tokens: Count.nullable(),
  /** What had to be read anew of what could have come from the cache, and what that cost more. */
  lost: z.object({ tokens: Count, usd: Dollars }).nullable(),
})

export const readReceipt = {
  id: 'readReceipt',
  tag: 'chat',
  needs: 'member',
  summary:
    'How an answer came about: why this model, what it saw, what it was given, what it cost, and what went over the wire',
  description:
    'Of an answer that called tools, `projections` and `cost` are of all its requests, `wire` of the one that brought this message. `wire.request` is made anew as a turn makes it, without keys; `wire.sameness.is` says whether it is byte for byte what was sent (`sent`), whether the provider refused that and was then sent another (`mended`), or in which `fields` it is another by now (`other`). `unknown` says why little is known of an answer: it was `imported`, or `copied` with its chat. `brief` leaves out the bodies of request and answer.',
  query: z.object({ brief: z.enum(['true', 'false']).optional() }),
  answer: {
    status: 200,
    json: z.object({
      message_id: z.string(),
      turn_id: z.string().nullable(),
      created_at: Timestamp,
      model_asked: z.string().nullable(),
      model_served: z.string().nullable(),
      unknown: orNewer(z.enum(['imported', 'copied'])).nullable(),
      route: z
        .object({
          ...RoutingDecisionRecord.shape,
          chain: z.array(ChainLink).nullable(),
          /** Models that the turn asked before, and how they failed. */
          earlier: z.array(
            InsteadOf.extend({ mode: orNewer(RoutingMode).nullable(), chain: z.array(ChainLink).nullable() }),
          ),
        })
        .nullable(),
      /** What the request of this message was made of, as much together as was counted; `null` where it cannot be made anew. */
      parts: z.array(RequestPart).nullable(),
      projections: z.array(StoredProjection.extend({ role: Role.nullable(), excerpt: z.string().nullable() })),
      settings: z
        .object({
          system_prompt: z.string().nullable(),
          wished: SessionSettings,
          sent: CallSettings.nullable(),
          tools: z.array(z.string()).nullable(),
          estimated_input_tokens: Count.nullable(),
        })
        .nullable(),
      cost: z.object({ cost_usd: Dollars, unpriced_calls: Count, calls: z.array(SessionCall) }),
      cache: Cache.nullable(),
      wire: Wire,
    }),
  },
  errors: ['not_found', 'invalid_request'],
} as const satisfies Endpoint

export const listWireAnswers = {
  id: 'listWireAnswers',
  tag: 'chat',
  needs: 'member',
  summary: 'What came over the wire for an answer, as it came, by attempt',
  description:
    'In the order of the attempts; `call_id` is that of a call in the receipt. `text` is the body, unpacked, without keys; its beginning where `is_cut`. Empty where the answer came with a copy or an import, was asked for by an older version, or its end was not seen.',
  answer: {
    status: 200,
    json: z.object({
      answers: z.array(
        z.object({ call_id: z.string(), status: Count, bytes: Count, text: z.string(), is_cut: z.boolean() }),
      ),
    }),
  },
  errors: ['not_found'],
} as const satisfies Endpoint

export const listProjections = {
  id: 'listProjections',
  tag: 'chat',
  needs: 'member',
  summary: 'What requests of a chat left behind, changed or mended for their model, and why',
  description:
    'In the order in which it happened. With `message_id`: what became of that message in any request, and what the request that brought it did with those before it.',
  query: z.object({ message_id: z.string().min(1).max(200).optional() }),
  answer: { status: 200, json: z.object({ projections: z.array(StoredProjection) }) },
  errors: ['not_found', 'invalid_request'],
} as const satisfies Endpoint

export const readRefusal = {
  id: 'readRefusal',
  tag: 'chat',
  needs: 'member',
  summary: 'Why a provider refused what an answer was asked with, and which block of the chat it named',
  description:
    'The request is made anew, and nothing is sent. `block` is what the provider named by its place, its id or its kind; with `can_be_set_aside` it can be left out of all later requests, by `set_aside` of `PATCH /api/sessions/{id}`. Where it named nothing that is in the request, `suspects` are the kinds of blocks before the question without which the request is another one, with what `set_aside` leaves them out. With `is_held` the very same request is not sent again, whoever asks; where nothing is named it can be with `resend_refused` of a turn. Not found where the answer did not fail so.',
  answer: {
    status: 200,
    json: z.object({
      reason: z.string(),
      is_held: z.boolean(),
      block: z
        .object({
          message_id: z.string(),
          role: Role,
          block_type: z.string(),
          excerpt: z.string().nullable(),
          can_be_set_aside: z.boolean(),
        })
        .nullable(),
      suspects: z.array(z.object({ block_type: z.string(), count: Count, set_aside: SetAside.array() })),
    }),
  },
  errors: ['not_found'],
} as const satisfies Endpoint
