/** How the rows of a provider are to be read. */
export interface MapProvider {
  /** Ours. */
  id: string
  /** What stands before the model in a key. */
  prefix: string
  /** A step begins with its own count, and not behind it; the map does not say it. */
  steps_include_their_count?: true
  /** What is written for an hour costs twice the input, so that any other rate is a mistake. */
  hours_are_twice_input?: true
}

/**
 * By the names that the price map of LiteLLM has for them. Of the same model elsewhere (Bedrock, Vertex, a region) the price is
 * another: those have no row here.
 */
export const MAP_PROVIDERS: ReadonlyMap<string, MapProvider> = new Map([
  ['anthropic', { id: 'anthropic', prefix: '', hours_are_twice_input: true }],
  ['azure', { id: 'azure', prefix: 'azure/' }],
  ['baseten', { id: 'baseten', prefix: 'baseten/' }],
  ['cerebras', { id: 'cerebras', prefix: 'cerebras/' }],
  ['cohere_chat', { id: 'cohere', prefix: '' }],
  ['dashscope', { id: 'qwen', prefix: 'dashscope/' }],
  ['deepinfra', { id: 'deepinfra', prefix: 'deepinfra/' }],
  ['deepseek', { id: 'deepseek', prefix: 'deepseek/' }],
  ['fireworks_ai', { id: 'fireworks', prefix: 'fireworks_ai/' }],
  ['gemini', { id: 'gemini', prefix: 'gemini/' }],
  ['groq', { id: 'groq', prefix: 'groq/' }],
  ['hyperbolic', { id: 'hyperbolic', prefix: 'hyperbolic/' }],
  ['minimax', { id: 'minimax', prefix: 'minimax/' }],
  ['mistral', { id: 'mistral', prefix: 'mistral/' }],
  ['moonshot', { id: 'moonshot', prefix: 'moonshot/' }],
  ['nebius', { id: 'nebius', prefix: 'nebius/' }],
  ['openai', { id: 'openai', prefix: '' }],
  ['openrouter', { id: 'openrouter', prefix: 'openrouter/' }],
  ['perplexity', { id: 'perplexity', prefix: 'perplexity/' }],
  ['sambanova', { id: 'sambanova', prefix: 'sambanova/' }],
  ['together_ai', { id: 'together', prefix: 'together_ai/' }],
  ['vercel_ai_gateway', { id: 'vercel', prefix: 'vercel_ai_gateway/' }],
  ['xai', { id: 'xai', prefix: 'xai/', steps_include_their_count: true }],
  ['zai', { id: 'zai', prefix: 'zai/' }],
])
