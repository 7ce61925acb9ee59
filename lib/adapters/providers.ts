import type { Provider } from './provider.ts'
import { anthropic } from './providers/anthropic.ts'
import { azure } from './providers/azure.ts'
import { deepseek } from './providers/deepseek.ts'
import { fireworks } from './providers/fireworks.ts'
import { gemini } from './providers/gemini.ts'
import { groq } from './providers/groq.ts'
import { llamacpp } from './providers/llamacpp.ts'
import { lmstudio } from './providers/lmstudio.ts'
import { mistral } from './providers/mistral.ts'
import { moonshot } from './providers/moonshot.ts'
import { ollama } from './providers/ollama.ts'
import { openai } from './providers/openai.ts'
import { openrouter } from './providers/openrouter.ts'
import { perplexity } from './providers/perplexity.ts'
import { together } from './providers/together.ts'
import { vllm } from './providers/vllm.ts'
import { xai } from './providers/xai.ts'

/** Every provider that Metis knows. Written by `npm run providers`: a new one is a file in `providers/`. */
// biome-ignore format: one to a line, however few there are
export const PROVIDERS: readonly Provider[] = [
  anthropic,
  azure,
  deepseek,
  fireworks,
  gemini,
  groq,
  llamacpp,
  lmstudio,
  mistral,
  moonshot,
  ollama,
  openai,
  openrouter,
  perplexity,
  together,
  vllm,
  xai,
]
