import type { Provider } from './provider.ts'
import { anthropic } from './providers/anthropic.ts'
import { deepseek } from './providers/deepseek.ts'
import { groq } from './providers/groq.ts'
import { mistral } from './providers/mistral.ts'
import { moonshot } from './providers/moonshot.ts'
import { ollama } from './providers/ollama.ts'
import { openai } from './providers/openai.ts'
import { openrouter } from './providers/openrouter.ts'

/** Every provider that Metis knows. Written by `npm run providers`: a new one is a file in `providers/`. */
// biome-ignore format: one to a line, however few there are
export const PROVIDERS: readonly Provider[] = [
  anthropic,
  deepseek,
  groq,
  mistral,
  moonshot,
  ollama,
  openai,
  openrouter,
]
