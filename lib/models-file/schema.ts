import { z } from 'zod'
import { FURTHER_PROTOCOLS } from '../adapters/provider.ts'
import { AdapterCapabilities } from '../canonical/capabilities.ts'
import { HostedToolChoices } from '../canonical/hosted-tool-choice.ts'
import { parseModelId } from '../canonical/id.ts'
import { ApiAddress } from '../env-value.ts'

/** The name of a variable, never a key itself: the file is for settings, and may be shown to others. */
const VariableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable, and never the key itself')

const Seconds = z.number().positive().max(86_400)
const Header = z.string().regex(/^[\x20-\x7e]*$/, 'must be one line of visible ASCII characters')

/** What every adapter reads, and would find out too late to say in which line it is. */
function checkHostedTools({ hosted_tools }: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  for (const { path, message } of HostedToolChoices.optional().safeParse(hosted_tools).error?.issues ?? []) {
    context.addIssue({ code: 'custom', message, path: ['hosted_tools', ...path] })
  }
}

/** An adapter of the file: a provider of a name of one's own, or more about one that is known. */
export const AdapterSettings = z.strictObject({
  type: z.enum(FURTHER_PROTOCOLS, `must be one of ${FURTHER_PROTOCOLS.join(', ')}`).optional(),
  label: z.string().min(1).max(60).optional(),
  base_url: ApiAddress.optional(),
  api_key_env: VariableName.optional(),
  timeout_seconds: Seconds.optional(),
  idle_timeout_seconds: Seconds.optional(),
  max_retries: z.number().int().min(0).max(10).optional(),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header'), Header).optional(),
  /** Only the adapter reads them. */
  options: z.record(z.string(), z.json()).superRefine(checkHostedTools).optional(),
})
export type AdapterSettings = z.infer<typeof AdapterSettings>

const Alias = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be small letters, digits, points and hyphens')

/** `deep` is what the seeds of this format call the largest. */
const Tier = z.enum(['flagship', 'deep', 'balanced', 'fast']).transform((tier) => (tier === 'deep' ? 'flagship' : tier))

const ModelId = z
  .string()
  .refine((id) => parseModelId(id) !== undefined, 'must be a model id of the form provider:name')

export const ModelSettings = z.strictObject({
  /** The adapter that it is reached through: always that before its colon, and said only for the reader. */
  adapter: z.string().optional(),
  /** What goes on the wire, where that is not what stands after the colon. */
  wire_name: z.string().min(1).max(256).optional(),
  label: z.string().min(1).max(120).optional(),
  tier: Tier.optional(),
  /** Of files that were written elsewhere: no model is given another’s work here, so nobody asks for it. */
  can_delegate: z.boolean().optional(),
  aliases: z.array(Alias).optional(),
  capabilities: AdapterCapabilities.partial().strict().optional(),
  /** When it is switched off, as an ISO date, and the id of the model to go on with then. */
  ends_on: z.iso.date('must be a date such as 2027-01-05').optional(),
  successor: ModelId.optional(),
  /** `free`, `unpriced`, or the model whose row of our table holds. */
  price: z.string().optional(),
})
export type ModelSettings = z.infer<typeof ModelSettings>

/** `models.yaml` in the data directory (provider-adapter-contract §8). */
export const ModelsFile = z.strictObject({
  adapters: z.record(z.string(), AdapterSettings).nullish(),
  models: z.record(ModelId, ModelSettings).nullish(),
})
export type ModelsFile = z.infer<typeof ModelsFile>
