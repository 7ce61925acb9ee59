import type { JsonObject } from '../../../canonical/json.ts'

/** Names this wire format in `provider_raw` and in the check who produced a thinking block. */
export const FORMAT = 'openai.chat'

/** A message of the request. Hosts know more fields than OpenAI does, so it is a JSON object with the ones that count named. */
export type WireMessage = JsonObject & { role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' }

/** A piece of a message's content where it is not a plain string. */
export type WirePart = JsonObject & { type: string }
