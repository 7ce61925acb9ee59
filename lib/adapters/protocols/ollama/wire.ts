import type { JsonObject } from '../../../canonical/json.ts'

/** Names this wire format in `provider_raw` and in the check who produced a thinking block. */
export const FORMAT = 'ollama.chat'

export type WireMessage = JsonObject & { role: 'system' | 'user' | 'assistant' | 'tool'; content: string }
