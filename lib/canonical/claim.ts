/** What is said of a model, in groups that are looked up together. */
export const CLAIMS = [
  'limits',
  'images',
  'documents',
  'tools',
  'forced_tools',
  'parallel_tool_calls',
  'thinking',
  'structured_output',
  'prompt_caching',
  'sampling',
  'stop_sequences',
  'hosted_tools',
] as const
export type Claim = (typeof CLAIMS)[number]

/**
 * Who says something of a model. `adapter`: it is as the wire or the host that it is reached through has it, whatever the
 * catalog says of the model itself.
 */
export const CLAIMANTS = ['installation', 'host', 'adapter', 'catalog', 'assumed'] as const
export type Claimant = (typeof CLAIMANTS)[number]
