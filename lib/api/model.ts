import { z } from 'zod'
import { AdapterCapabilities } from '../canonical/capabilities.ts'
import { ErrorClass } from '../canonical/error.ts'
import { orNewer } from '../canonical/or-newer.ts'
import { ReasoningEffort } from '../canonical/reasoning-effort.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { FreePrice, RatedPrice } from '../pricing/price.ts'
import type { Endpoint } from './endpoint.ts'

const Price = z.union([
  RatedPrice.extend({ pricing_version: z.string() }),
  FreePrice.extend({ pricing_version: z.string() }),
])

/** A model as people choose it. */
export const Model = z.object({
  /** `provider:name` */
  id: z.string(),
  label: z.string(),
  provider: z.string(),
  /** The provider as people read it. */
  provider_label: z.string(),
  /** Whether it can be used: its provider has a key or an address. */
  configured: z.boolean(),
  /** Whether it runs on the machine of the server, so that nobody bills it. */
  local: z.boolean(),
  /** A demo that plays from a script. */
  scripted: z.boolean(),
  aliases: z.array(z.string()),
  /** `assumed`: neither the catalog nor its server says so. */
  capabilities: AdapterCapabilities.extend({ assumed: z.boolean() }),
  /** How much it can be asked to reason, least first; empty where it cannot be asked. */
  efforts: z.array(ReasoningEffort),
  takes_temperature: z.boolean(),
  /** When its provider switches it off, who says so, and what to go on with; `null` where no end is known. */
  ends: z.object({ on: z.iso.date(), source: z.string(), successor: z.string().nullable() }).nullable(),
  /** `null` means unpriced, never free. */
  price: Price.nullable(),
  /** That it is not counted on for now, by how its calls ended, or those of its whole provider; `null` while it is. */
  unavailable: z
    .object({
      of: z.enum(['model', 'provider']),
      error_class: orNewer(ErrorClass),
      since: Timestamp,
      until: Timestamp,
      /** The provider itself asked to wait: before, nothing is sent to it. Else it is asked where somebody picks it. */
      is_asked: z.boolean(),
    })
    .nullable(),
})
export type Model = z.infer<typeof Model>

/** A provider that is set up and whose server could not say what it has. */
export const UnlistedProvider = z.object({
  provider: z.string(),
  label: z.string(),
  problem: z.enum(['unreachable', 'key_refused', 'no_list', 'no_models']),
})
export type UnlistedProvider = z.infer<typeof UnlistedProvider>

/** What is wrong with a file of settings, where, and what to do; what was read before it stands. */
export const ConfigProblem = z.object({
  file: z.string(),
  /** Both from 1; `null` where the file could not be read at all. */
  line: z.number().int().positive().nullable(),
  column: z.number().int().positive().nullable(),
  problem: z.string(),
})
export type ConfigProblem = z.infer<typeof ConfigProblem>

export const listModels = {
  id: 'listModels',
  tag: 'models',
  needs: 'member',
  summary: 'The models of this installation',
  answer: {
    status: 200,
    json: z.object({
      models: z.array(Model),
      /** The id of the model that a session has unless it is given another; empty while none can be named. */
      default: z.string(),
      unlisted: z.array(UnlistedProvider),
      /** The wire formats that a chat can be exported as, whether or not a provider is set up that speaks them. */
      wires: z.array(z.object({ id: z.string(), label: z.string() })),
      /** `null` while the settings hold. */
      config_problem: ConfigProblem.nullable(),
    }),
  },
  errors: [],
} as const satisfies Endpoint
