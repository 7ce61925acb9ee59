import { openAiHeaders } from '../../exchange/openai-headers.ts'
import { classify } from '../../failure/openai-error.ts'
import { mendContainers } from '../../history/container.ts'
import type { Protocol } from '../../protocol.ts'
import { readExtras } from './extras.ts'
import { fromWire } from './from-wire.ts'
import { LIBRARIES } from './libraries.ts'
import { createMachine } from './machine.ts'
import { OPTIONAL } from './optional.ts'
import { carried } from './provider-raw.ts'
import { toWire } from './to-wire.ts'
import { FORMAT } from './wire.ts'

/** The Responses API of OpenAI, and of the hosts that speak it. */
export const responses: Protocol = {
  format: FORMAT,
  path: '/responses',
  libraries: LIBRARIES,
  headers: openAiHeaders,
  toWire,
  carried,
  fromWire,
  machine: createMachine,
  extras: readExtras,
  optional: OPTIONAL,
  classify,
  mend: mendContainers,
}
