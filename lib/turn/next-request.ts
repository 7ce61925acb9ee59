import type { Message } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { type EarlierCall, sentTokens } from '../pricing/cache-share.ts'
import type { NextMessage } from '../pricing/next-cost.ts'
import type { Principal } from '../principal.ts'
import { type Readings, readDocuments } from './documents.ts'
import { looseMessage } from './loose-message.ts'
import { readFiles } from './read-files.ts'
import { shortened } from './stand-ins.ts'
import type { TurnDeps } from './turn.ts'
import { withoutOverrides } from './turn-request.ts'
import { toolsFor } from './turn-settings.ts'

/** What a turn that begins now would send, without a word of its question. */
export interface NextRequest {
  /** As stored; the last one is the empty question. */
  path: Message[]
  /** The same as a model sees them. */
  messages: Message[]
  /** ISO 8601: what was counted before then was of another beginning. */
  since: string | null
  tools: ToolDefinition[]
  system_prompt: string | null
  files: ReadonlyMap<string, Uint8Array>
  documents: Readings
}

type Deps = Pick<TurnDeps, 'store' | 'standIns' | 'attachments' | 'documents' | 'tools' | 'log' | 'clock'>

export async function nextRequest(deps: Deps, session: Session, principal: Principal): Promise<NextRequest> {
  const path = [...(await deps.store.path(session.id)), looseMessage(session.id, [], formatTimestamp(deps.clock()))]
  const begun = await shortened(path, { session_id: session.id, settings: session.settings }, deps)
  const messages = withoutOverrides(begun.messages)
  const [files, documents, tools] = await Promise.all([
    readFiles(messages, deps),
    readDocuments(messages, deps),
    toolsFor(session.settings, { session, principal }, deps),
  ])
  const { system_prompt } = session
  const since = session.settings.decided_at ?? null
  return { path, messages, since, tools: [...tools.definitions], system_prompt, files, documents }
}

/** How much of it a model reads, and the calls to it that it begins with. */
export interface NextInput {
  input_tokens: number
  calls: EarlierCall[]
}

/**
 * From what the provider counted when this model was asked last, and our estimate of what was said since: an estimate of all
 * would be wrong by more than what is new, which is all that a cache leaves to be paid in full.
 */
export function nextInput(request: NextRequest, model: AvailableModel): NextInput {
  const { messages, since: begun } = request
  const answers = messages.flatMap((message, index) => {
    const { usage } = message.metadata
    const isOwn = askedModel(message) === model.id && usage && !usage.estimated && sentTokens(usage) > 0
    return isOwn && (begun === null || message.created_at > begun) ? [{ index, at: message.created_at, usage }] : []
  })
  const calls = answers.map(({ at, usage }) => ({ at, usage }))
  const last = answers.at(-1)
  const all = estimate(request, messages, model)
  if (!last) return { input_tokens: all, calls }
  const since = all - estimate(request, messages.slice(0, last.index), model)
  return { input_tokens: sentTokens(last.usage) + Math.max(0, since), calls }
}

/** That input at that moment, ISO 8601, as the prices count it. */
export function nextMessage(
  { id: model, adapter, capabilities }: AvailableModel,
  { input_tokens, calls }: NextInput,
  at: string,
): NextMessage {
  const asked = adapter?.asksToKeep?.(model)
  const hasRead = calls.some(({ usage }) => usage.cached_input_tokens > 0)
  const unasked = asked === undefined && (capabilities.supports_prompt_caching || hasRead)
  return { model, at, input_tokens, cache: { asked: asked ?? null, unasked }, calls }
}

/** It may have been answered by another, of the same host; what is in a cache is kept under the name that was asked for. */
function askedModel({ metadata }: Message): string | null {
  return metadata.routing?.chosen_model ?? metadata.model ?? null
}

function estimate(
  request: NextRequest,
  messages: Message[],
  { id: model, adapter, capabilities }: AvailableModel,
): number {
  const { tools, system_prompt, files, documents } = request
  const offered = capabilities.supports_tools ? tools : []
  return adapter?.estimateInputTokens(messages, offered, system_prompt, { files, documents, model }) ?? 0
}
