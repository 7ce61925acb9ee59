import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { TrialProblem } from './error.ts'

/** A provider as people set it up. Its key is not here, nor anywhere else that leaves the server. */
export const Provider = z.object({
  /** Before the colon of its model ids. */
  id: z.string(),
  label: z.string(),
  /** Whether its models can be used. */
  configured: z.boolean(),
  /** What sets it up. The environment and the file of models win over what is stored. */
  by: z.enum(['environment', 'models_file', 'stored', 'none']),
  has_key: z.boolean(),
  /** The last four characters of its key; `null` where there is none, or it is too short to show any. */
  key_hint: z.string().nullable(),
  /** The address that was said; `null`: its usual one. */
  address: z.string().nullable(),
  /** `null` where everybody has an address of their own. */
  usual_address: z.string().nullable(),
  /** It goes by a vendor's name and answers from a server of the user's own, where only a row of the prices that says `free` holds. */
  own_server: z.boolean(),
  needs: z.enum(['key', 'address', 'both']),
  /** False for a server of one's own that Metis knows nothing of. */
  known: z.boolean(),
  /** Where people get a key. */
  key_page: z.string().nullable(),
  /** How its keys begin. */
  key_starts: z.array(z.string()),
  /** The variable of the environment that holds its key. */
  variable: z.string().nullable(),
  /** How many of its models can be chosen. */
  models: z.number().int().nonnegative(),
  /** Why its key cannot be used, in words; `null` where nothing is known to be wrong. */
  problem: z.string().nullable(),
  added_at: z.string().nullable(),
  /** When one of its models was asked last. */
  used_at: z.string().nullable(),
})
export type Provider = z.infer<typeof Provider>

const Key = z
  .string()
  .min(1, 'is empty')
  .max(4_000, 'is longer than any key')
  .regex(/^[\x21-\x7e]+$/, 'must be one line of visible ASCII characters without spaces')

const Address = z
  .string()
  .max(2_000)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
  }, 'must be an http or https address, without user name or fragment')

const fields = {
  key: Key.optional(),
  /** Where its server is, for one that is not where the provider usually is. It may be this machine or a network of one's own. */
  base_url: Address.optional(),
  /** A name of one's own. */
  label: z.string().trim().min(1).max(60).optional(),
  /** What a server speaks that Metis does not know; Chat Completions where it is not said. */
  protocol: z.string().max(60).optional(),
  /** Models by name, for a server that cannot list them. */
  models: z.array(z.string().trim().min(1).max(180)).max(200).optional(),
}

const Trial = z.object({
  works: z.boolean(),
  problem: TrialProblem.nullable(),
  /** In words for people. */
  message: z.string(),
  /** How many models its list has; `null` where it has none. */
  models: z.number().int().nonnegative().nullable(),
})
export type Trial = z.infer<typeof Trial>

export const listProviders = {
  id: 'listProviders',
  tag: 'providers',
  needs: 'admin',
  summary: 'Every provider, and what this installation has of it',
  answer: {
    status: 200,
    json: z.object({
      providers: z.array(Provider),
      /** What a server of one's own may speak, the usual one first. */
      protocols: z.array(z.object({ id: z.string(), label: z.string() })),
      /** Under what keys are stored: `METIS_SECRET`, or a file beside the data. */
      secret_from: z.enum(['environment', 'file']),
    }),
  },
  errors: [],
} as const satisfies Endpoint

export const findLocalServers = {
  id: 'findLocalServers',
  tag: 'providers',
  needs: 'admin',
  summary: 'Servers of models that answer on this machine, where their kinds usually listen, and are not set up yet',
  answer: {
    status: 200,
    json: z.object({
      servers: z.array(
        z.object({ provider: z.string(), label: z.string(), address: z.string(), models: z.number().int().positive() }),
      ),
    }),
  },
  errors: [],
} as const satisfies Endpoint

export const keepProvider = {
  id: 'keepProvider',
  tag: 'providers',
  needs: 'admin',
  summary: 'Tries a key or an address, and keeps it where it works',
  description:
    'The key is stored encrypted and never sent to anybody but its provider. It takes the place of what was stored before, and holds from the next turn on. A key that is left out stays what it was, where the address does.',
  body: {
    json: z.strictObject({ ...fields, /** Also where it does not work. */ keep_anyway: z.boolean().optional() }),
  },
  answer: { status: 200, json: z.object({ provider: Provider, trial: Trial }) },
  errors: ['invalid_request', 'provider_refused', 'secret_unusable', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const removeProvider = {
  id: 'removeProvider',
  tag: 'providers',
  needs: 'admin',
  summary: 'Removes what was stored of a provider',
  answer: { status: 204 },
  errors: ['not_found', 'secret_unusable'],
} as const satisfies Endpoint

export const testProvider = {
  id: 'testProvider',
  tag: 'providers',
  needs: 'admin',
  summary: 'Tries a key or an address, or without any what is set up; stores nothing',
  body: { json: z.strictObject(fields) },
  answer: { status: 200, json: Trial },
  errors: ['invalid_request', 'secret_unusable', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint
