import type { Protocol } from '../../protocol.ts'
import { asksToKeep } from './cache-control.ts'
import { classify } from './classify.ts'
import { readExtras } from './extras.ts'
import { fromWire } from './from-wire.ts'
import { withoutLeftOut } from './left-out.ts'
import { LIBRARIES } from './libraries.ts'
import { createMachine } from './machine.ts'
import { mend } from './mend.ts'
import { OPTIONAL } from './optional.ts'
import { carried } from './provider-raw.ts'
import { bindingControls } from './thinking.ts'
import { toWire } from './to-wire.ts'
import { FORMAT } from './wire.ts'

const VERSION = '2023-06-01'

/** The Messages API of Anthropic, and of the hosts that speak it. */
export const anthropicMessages: Protocol = {
  format: FORMAT,
  path: '/messages',
  libraries: LIBRARIES,
  headers({ api_key, options }) {
    const beta = [options.anthropic_beta, bindingControls(options)]
      .flat()
      .filter((name) => typeof name === 'string' && name !== '')
    return {
      'anthropic-version': typeof options.anthropic_version === 'string' ? options.anthropic_version : VERSION,
      ...(api_key ? { 'x-api-key': api_key } : {}),
      ...(beta.length > 0 ? { 'anthropic-beta': beta.join(',') } : {}),
    }
  },
  toWire,
  withoutLeftOut,
  carried,
  asksToKeep,
  fromWire,
  machine: createMachine,
  extras: readExtras,
  optional: OPTIONAL,
  classify,
  mend,
}
