import { z } from 'zod'
import { HostedToolName } from './hosted-tool.ts'

/** Bare names such as `example.org`, with or without a path behind it. */
const Domains = z.array(z.string().regex(/^[^\s:/]+\.[^\s:/]+(\/\S*)?$/, 'must be a domain, without a scheme')).min(1)

/** As near as a city, as the person says it; an address is nobody's business. */
export const UserLocation = z.strictObject({
  city: z.string().min(1).optional(),
  region: z.string().min(1).optional(),
  /** Two letters, ISO 3166-1. */
  country: z.string().length(2).optional(),
  /** Of the IANA list. */
  timezone: z.string().min(1).optional(),
})
export type UserLocation = z.infer<typeof UserLocation>

const web = {
  /** Of one request; once it is used up, each further call fails inside of its result. */
  max_uses: z.number().int().positive().optional(),
  allowed_domains: Domains.optional(),
  blocked_domains: Domains.optional(),
}

/** A tool that a request offers and its provider runs; the options are those that two providers share (wire-rule 189). */
export const HostedToolChoice = z
  .discriminatedUnion('tool', [
    z.strictObject({ tool: z.literal('web_search'), ...web, user_location: UserLocation.optional() }),
    z.strictObject({ tool: z.literal('web_fetch'), ...web }),
    z.strictObject({ tool: z.literal('code_execution') }),
    z.strictObject({ tool: z.literal('file_search'), vector_store_ids: z.array(z.string().min(1)).min(1) }),
    z.strictObject({ tool: z.literal('image_generation') }),
  ])
  .refine((choice) => !('allowed_domains' in choice && choice.allowed_domains && choice.blocked_domains), {
    message: 'cannot stand beside allowed_domains: a search has one list or the other',
    path: ['blocked_domains'],
  })
export type HostedToolChoice = z.infer<typeof HostedToolChoice>

/** Each tool once, in one order whoever asks: what a provider has cached begins with the tools. */
export const HostedToolChoices = z
  .array(HostedToolChoice)
  .refine((choices) => new Set(choices.map(({ tool }) => tool)).size === choices.length, 'names a tool twice')
  .transform(inOrder)

export function inOrder(choices: readonly HostedToolChoice[]): HostedToolChoice[] {
  const place = ({ tool }: HostedToolChoice) => HostedToolName.options.indexOf(tool)
  return choices.toSorted((a, b) => place(a) - place(b))
}
