import { z } from 'zod'
import { PublicMessage } from '../canonical/public-message.ts'
import { ShareContent } from '../canonical/share-content.ts'
import { ShareFinding } from '../canonical/share-finding.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import type { Endpoint } from './endpoint.ts'
import { KEYED } from './request.ts'

const count = z.number().int().nonnegative()
const Token = z.string().min(1).max(200)
const Password = z.string().min(1, 'a text of 1 to 200 characters').max(200, 'a text of 1 to 200 characters')
/** Null: it never ends. */
const End = Timestamp.nullable().optional()

const Reviewed = ShareContent.extend({
  /** Ids of findings that are neither masked nor a mistake to show. */
  confirmed: z.array(z.string().max(200)).max(10_000).default([]),
  /** Of the preview that was looked at: where something else would be published by now, nothing is. */
  fingerprint: z.string().max(200).nullish(),
})

const NewShare = Reviewed.extend({
  /** Absent: 30 days from now. */
  expires_at: End,
  max_views: z.number().int().min(1).max(1_000_000_000).nullish(),
  password: Password.nullish(),
  /** `people`: for those of this installation that are named, once they are signed in. */
  audience: z.enum(['link', 'people']).default('link'),
  /** Their e-mail addresses. */
  people: z.array(z.string().min(3).max(320)).max(200).default([]),
  /** Whether the title may stand where the link is shown before it is opened. */
  shows_title: z.boolean().default(false),
})

const Share = z.object({
  id: z.string(),
  session_id: z.string(),
  /** Of the chat, by now. */
  session_title: z.string().nullable(),
  /** As it is shown; null where there is none, or where it was revoked. */
  title: z.string().nullable(),
  /** Only one that is `live` answers anybody. */
  state: z.enum(['live', 'expired', 'used_up', 'chat_deleted', 'revoked']),
  audience: z.enum(['link', 'people']),
  people: z.array(z.object({ email: z.string(), name: z.string() })),
  shows_title: z.boolean(),
  /** What was chosen; null where it was revoked. */
  content: ShareContent.nullable(),
  /** The session hash over what is shown. */
  hash: z.string(),
  messages: count,
  has_password: z.boolean(),
  created_at: Timestamp,
  /** Of the snapshot that is there now. */
  published_at: Timestamp,
  expires_at: Timestamp.nullable(),
  max_views: count.nullable(),
  views: count,
  last_viewed_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
})

export const previewShare = {
  id: 'previewShare',
  tag: 'shares',
  needs: 'member',
  summary: 'What a share would show, and what in it nobody may mean to show',
  description:
    'Exactly what would be published, but under the ids of the chat and with its own uploads. What is not shown leaves a block of the type `hidden` in its place. Nothing is stored.',
  body: { json: ShareContent },
  answer: {
    status: 200,
    json: z.object({
      title: z.string().nullable(),
      system_prompt: z.string().nullable(),
      messages: z.array(PublicMessage),
      costs: z.object({ cost_usd: z.string().nullable(), unpriced_calls: count }).nullable(),
      findings: z.array(ShareFinding),
      fingerprint: z.string(),
    }),
  },
  errors: ['invalid_request', 'not_found', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const createShare = {
  id: 'createShare',
  tag: 'shares',
  needs: 'member',
  summary: 'Publishes a sealed copy of a part of the active path under a link',
  description:
    'It never changes with the chat, and goes when the chat is deleted. Finished messages alone are in it. Each finding is masked or confirmed, or it is refused.',
  headers: KEYED,
  body: { json: NewShare },
  answer: { status: 201, json: z.object({ id: z.string(), url: z.string() }) },
  errors: [
    'invalid_request',
    'not_found',
    'secrets_found',
    'preview_outdated',
    'too_large',
    'unsupported_media',
    'too_many_attempts',
    'secret_unusable',
    'idempotency_mismatch',
  ],
} as const satisfies Endpoint

export const listShares = {
  id: 'listShares',
  tag: 'shares',
  needs: 'member',
  summary: 'One’s own shares, the latest first',
  answer: {
    status: 200,
    json: z.object({
      shares: z.array(Share),
      /** Where others reach this server; null: only this machine does. */
      public_url: z.string().nullable(),
      /** Whether there are people here to share with. */
      has_people: z.boolean(),
    }),
  },
  errors: [],
} as const satisfies Endpoint

export const revokeShare = {
  id: 'revokeShare',
  tag: 'shares',
  needs: 'member',
  summary: 'Takes a share back at once, for good: all that it showed is removed',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint

export const republishShare = {
  id: 'republishShare',
  tag: 'shares',
  needs: 'member',
  summary: 'Puts a newer copy of the chat in the place of what a share shows, at the same link',
  description: 'Its views go on being counted. Without `expires_at` its end stays.',
  body: { json: Reviewed.extend({ expires_at: End }) },
  answer: { status: 200, json: Share },
  errors: ['invalid_request', 'not_found', 'secrets_found', 'preview_outdated', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const readShareLink = {
  id: 'readShareLink',
  tag: 'shares',
  needs: 'member',
  summary: 'The link of a share of one’s own, once more',
  answer: { status: 200, json: z.object({ url: z.string() }) },
  errors: ['not_found', 'link_lost', 'secret_unusable'],
} as const satisfies Endpoint

export const readShareTotals = {
  id: 'readShareTotals',
  tag: 'shares',
  needs: 'admin',
  summary: 'How many shares there are and how often they were opened, without a word of any',
  answer: {
    status: 200,
    json: z.object({ shares: count, live: count, revoked: count, people: count, views: count }),
  },
  errors: [],
} as const satisfies Endpoint

export const forkShare = {
  id: 'forkShare',
  tag: 'shares',
  needs: 'member',
  summary: 'Begins a chat of one’s own with what a share shows',
  description:
    'On whichever model is chosen then, with ids of its own. Where it comes from is kept in `origin`. Of a share with a view limit within an hour of a view.',
  headers: KEYED,
  body: {
    json: z.strictObject({ token: Token, password: Password.nullish(), proof: z.string().max(200).nullish() }),
  },
  answer: { status: 201, json: z.object({ id: z.string() }) },
  errors: [
    'invalid_request',
    'not_found',
    'password_required',
    'too_many_attempts',
    'secret_unusable',
    'too_large',
    'unsupported_media',
    'idempotency_mismatch',
  ],
} as const satisfies Endpoint
