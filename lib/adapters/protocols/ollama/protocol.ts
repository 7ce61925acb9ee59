import type { Protocol } from '../../protocol.ts'
import { classify } from './classify.ts'
import { fromWire } from './from-wire.ts'
import { LIBRARIES } from './libraries.ts'
import { createMachine } from './machine.ts'
import { inspection } from './model-facts.ts'
import { OPTIONAL } from './optional.ts'
import { toWire } from './to-wire.ts'
import { FORMAT } from './wire.ts'

/** Ollama's own `POST /api/chat`: NDJSON, and `num_ctx`, which its compatible endpoints do not take (wire-rule 90). */
export const ollamaChat: Protocol = {
  format: FORMAT,
  root: '/api',
  path: '/chat',
  libraries: LIBRARIES,
  models_path: '/tags',
  framing: 'ndjson',
  inspection,
  // A server on one's own machine wants none; Ollama's cloud and proxies do.
  headers: ({ api_key }) => (api_key ? { authorization: `Bearer ${api_key}` } : {}),
  toWire,
  fromWire,
  machine: createMachine,
  optional: OPTIONAL,
  classify,
}
