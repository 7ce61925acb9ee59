import type { Provider } from './provider.ts'
import { anthropic } from './providers/anthropic.ts'
import { azure } from './providers/azure.ts'
import { baseten } from './providers/baseten.ts'
import { cerebras } from './providers/cerebras.ts'
import { cohere } from './providers/cohere.ts'
import { deepinfra } from './providers/deepinfra.ts'
import { deepseek } from './providers/deepseek.ts'
import { fireworks } from './providers/fireworks.ts'
import { gemini } from './providers/gemini.ts'
import { groq } from './providers/groq.ts'
import { huggingface } from './providers/huggingface.ts'
import { hyperbolic } from './providers/hyperbolic.ts'
import { llamacpp } from './providers/llamacpp.ts'
import { lmstudio } from './providers/lmstudio.ts'
import { minimax } from './providers/minimax.ts'
import { mistral } from './providers/mistral.ts'
import { moonshot } from './providers/moonshot.ts'
import { nebius } from './providers/nebius.ts'
import { nvidia } from './providers/nvidia.ts'
import { ollama } from './providers/ollama.ts'
import { openai } from './providers/openai.ts'
import { openrouter } from './providers/openrouter.ts'
import { perplexity } from './providers/perplexity.ts'
import { qwen } from './providers/qwen.ts'
import { sambanova } from './providers/sambanova.ts'
import { together } from './providers/together.ts'
import { venice } from './providers/venice.ts'
import { vercel } from './providers/vercel.ts'
import { vllm } from './providers/vllm.ts'
import { xai } from './providers/xai.ts'
import { zai } from './providers/zai.ts'

/** Every provider that Metis knows. Written by `npm run providers`: a new one is a file in `providers/`. */
// biome-ignore format: one to a line, however few there are
export const PROVIDERS: readonly Provider[] = [
  anthropic,
  azure,
  baseten,
  cerebras,
  cohere,
  deepinfra,
  deepseek,
  fireworks,
  gemini,
  groq,
  huggingface,
  hyperbolic,
  llamacpp,
  lmstudio,
  minimax,
  mistral,
  moonshot,
  nebius,
  nvidia,
  ollama,
  openai,
  openrouter,
  perplexity,
  qwen,
  sambanova,
  together,
  venice,
  vercel,
  vllm,
  xai,
  zai,
]
