import type { JsonObject } from '../json.ts'

interface Model {
  /** Small ones, as people run them on their own machine, see no pictures. */
  readonly vision: boolean
  readonly context: number
}

const SMALL: Model = { vision: false, context: 32_768 }

const MODELS: Readonly<Record<string, Model>> = {
  ollama: SMALL,
  'ollama-vision': { vision: true, context: 131_072 },
}

/** Any name is pulled: one that is not listed is small. */
export function modelNamed(name: string): Model {
  return (Object.hasOwn(MODELS, name) ? MODELS[name] : undefined) ?? SMALL
}

const DETAILS = {
  format: 'gguf',
  family: 'script',
  families: ['script'],
  parameter_size: '0B',
  quantization_level: 'F16',
}

/** `GET /api/tags`. */
export const OLLAMA_TAGS: JsonObject = {
  models: Object.keys(MODELS).map((name) => ({
    name,
    model: name,
    modified_at: '2026-11-24T00:00:00Z',
    size: 0,
    digest: '0'.repeat(64),
    details: DETAILS,
  })),
}

/** `POST /api/show`. */
export function ollamaShow(name: string): JsonObject {
  const { vision, context } = modelNamed(name)
  return {
    details: DETAILS,
    model_info: { 'general.architecture': 'script', 'script.context_length': context },
    capabilities: ['completion', 'tools', 'thinking', ...(vision ? ['vision'] : [])],
  }
}
