import type { WireEndpoint } from '../adapters/adapter.ts'
import { sentBody } from '../adapters/exchange/sent-body.ts'
import { AdapterError } from '../canonical/error.ts'
import type { SentBody } from '../canonical/exchange-record.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { Message } from '../canonical/message.ts'
import type { OutboundScan } from '../canonical/person-settings.ts'
import type { Session } from '../canonical/session.ts'
import type { Principal } from '../principal.ts'
import { uploadsOf } from '../store/attachment-store.ts'
import type { TurnRecord } from '../store/turn-record.ts'
import { type KnownFiles, modelRequest, wireCallOf } from '../turn/model-request.ts'
import { type RequestPart, requestParts } from '../turn/request-parts.ts'
import type { TurnDeps } from '../turn/turn.ts'
import { toolsFor } from '../turn/turn-settings.ts'
import { KEY_PLACE } from './code/wire-call.ts'

export type RebuildDeps = Pick<
  TurnDeps,
  'store' | 'standIns' | 'models' | 'tools' | 'attachments' | 'documents' | 'pictures' | 'log'
>

/** What an answer was asked with, as far as it is kept. */
export interface Asked {
  principal: Principal
  session: Session
  turn: Pick<TurnRecord, 'model' | 'system_prompt' | 'settings'>
  /** Up to what was to be answered. */
  path: readonly Message[]
  outbound_scan: OutboundScan | undefined
}

/** A request made anew, as a turn makes it. */
export interface Rebuilt {
  body: JsonObject
  sent: SentBody
  endpoint: WireEndpoint
  /** What it is made of, as much together as was counted. `changed`: ids of messages that did not go as they are stored. */
  partsOf: (counted: number, changed: ReadonlySet<string>) => RequestPart[]
}

/** Null where its model is not set up (any more), or would refuse to send it. */
export async function rebuilt(
  deps: RebuildDeps,
  asked: Asked,
  known: KnownFiles = { files: new Map(), documents: new Map() },
): Promise<Rebuilt | null> {
  const { principal, session, turn, path, outbound_scan } = asked
  const model = deps.models.find(turn.model)
  const last = path.at(-1)
  if (!model?.adapter || !last) return null
  const own = { ...deps, attachments: uploadsOf(deps.attachments, principal) }
  const [{ definitions: tools }, tool_calls] = await Promise.all([
    toolsFor(turn.settings, { session, principal }, deps),
    deps.store.toolCalls(session.id, last.id),
  ])
  const { system_prompt, settings } = turn
  const said = { session_id: session.id, path, tool_calls, tools, system_prompt, settings }
  const made = await modelRequest(own, model, said, known)
  try {
    const call = await wireCallOf(KEY_PLACE, made, model, outbound_scan, own)
    if (!call) return null
    const { text, endpoint } = call
    const body = JSON.parse(text) as JsonObject
    const { messages } = made.request
    const partsOf: Rebuilt['partsOf'] = (counted, changed) =>
      requestParts({ path, messages, tools, system_prompt, ...known }, model, counted, changed)
    return { body, sent: sentBody(body, text), endpoint, partsOf }
  } catch (refused) {
    if (refused instanceof AdapterError) return null
    throw refused
  }
}
