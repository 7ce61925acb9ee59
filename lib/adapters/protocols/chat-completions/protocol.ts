import { openAiHeaders } from '../../exchange/openai-headers.ts'
import { classify } from '../../failure/openai-error.ts'
import type { Protocol } from '../../protocol.ts'
import { type ChatDialect, OPENAI_DIALECT } from './dialect.ts'
import { readExtras } from './extras.ts'
import { fromWire } from './from-wire.ts'
import { LIBRARIES } from './libraries.ts'
import { createMachine } from './machine.ts'
import { OPTIONAL } from './optional.ts'
import { carried } from './provider-raw.ts'
import { toWire } from './to-wire.ts'
import { FORMAT } from './wire.ts'

/** Chat Completions as OpenAI speaks it, but for what the dialect says otherwise. */
export function chatCompletions(dialect: Partial<ChatDialect> = {}): Protocol {
  const host = { ...OPENAI_DIALECT, ...dialect }
  return {
    format: FORMAT,
    path: '/chat/completions',
    libraries: LIBRARIES,
    headers: openAiHeaders,
    toWire: (request, target) => toWire(request, target, host),
    carried: (message, raw, request) => carried(message, raw, { dialect: host, ...request }),
    fromWire: (body, context) => fromWire(body, context, host),
    machine: (context) => createMachine(context, host),
    extras: readExtras,
    optional: OPTIONAL,
    classify,
  }
}
