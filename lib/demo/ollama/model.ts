import type { JsonObject } from '../json.ts'

export const CONTEXT_WINDOW = 32_768

/** A small model, as people run them on their own machine: it sees no pictures. */
export const VISION = false

/** `GET /api/tags`. */
export const OLLAMA_TAGS: JsonObject = {
  models: [
    {
      name: 'ollama',
      model: 'ollama',
      modified_at: '2026-11-24T00:00:00Z',
      size: 0,
      digest: '0'.repeat(64),
      details: {
        format: 'gguf',
        family: 'script',
        families: ['script'],
        parameter_size: '0B',
        quantization_level: 'F16',
      },
    },
  ],
}

/** `POST /api/show`. */
export const OLLAMA_SHOW: JsonObject = {
  details: { format: 'gguf', family: 'script', families: ['script'], parameter_size: '0B', quantization_level: 'F16' },
  model_info: { 'general.architecture': 'script', 'script.context_length': CONTEXT_WINDOW },
  capabilities: ['completion', 'tools', 'thinking', ...(VISION ? ['vision'] : [])],
}
