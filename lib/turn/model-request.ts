import type { CanonicalRequest, WireEndpoint } from '../adapters/adapter.ts'
import { newId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import type { OutboundScan } from '../canonical/person-settings.ts'
import type { ProjectionRecord } from '../canonical/projection.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import type { ToolDefinition } from '../canonical/tool.ts'
import { silentLogger } from '../log.ts'
import type { DocumentReading } from '../media/document-reading.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { ToolCall } from '../store/store.ts'
import { readDocuments } from './documents.ts'
import { fitPictures } from './fit-pictures.ts'
import { scannedRequest } from './outbound-scan.ts'
import { readFiles } from './read-files.ts'
import { described, shortened } from './stand-ins.ts'
import type { StoodIn } from './stood-in.ts'
import type { TurnDeps } from './turn.ts'
import { toolIdsFor, turnRequest, withoutOverrides } from './turn-request.ts'
import { type FittedSettings, fitSettings } from './turn-settings.ts'

/** What was read of uploads, kept from one request to the next: their bytes, and what stands in them. */
export interface KnownFiles {
  files: Map<string, Uint8Array>
  documents: Map<string, DocumentReading>
}

/** What was said in a chat, and how it is to be answered, before any model. */
export interface Said {
  session_id: string
  /** As stored, up to what is to be answered. */
  path: readonly Message[]
  /** Those of the session, of which the path may hold some. */
  tool_calls: readonly ToolCall[]
  tools: readonly ToolDefinition[]
  system_prompt: string | null
  /** As they were wished for. */
  settings: SessionSettings
}

export interface ModelRequest {
  request: CanonicalRequest
  estimated_input_tokens: number
  setting_changes: FittedSettings['changes']
  /** What somebody decided to send in another form. */
  stood_in: StoodIn[]
}

/**
 * The request of a chat to one model: one and the same for a turn, and for whatever shows what a turn would send or has
 * sent. `sendable` makes of it what the adapter gets.
 */
export async function modelRequest(
  deps: Pick<TurnDeps, 'attachments' | 'documents' | 'standIns' | 'log'>,
  model: AvailableModel,
  said: Said,
  { files, documents }: KnownFiles = { files: new Map(), documents: new Map() },
): Promise<ModelRequest> {
  const { session_id, path, tool_calls, system_prompt } = said
  const begun = await shortened(path, said, deps)
  const tools = [...said.tools]
  await readFiles(begun.messages, deps, files)
  await readDocuments(begun.messages, deps, documents)
  const seen = await described(withoutOverrides(begun.messages), model, said, deps, files)
  const { messages } = seen
  const known = { files, documents, model: model.id }
  const estimated_input_tokens = model.adapter?.estimateInputTokens(messages, tools, system_prompt, known) ?? 0
  const { settings, changes } = fitSettings(said.settings, model)
  const request = turnRequest({
    request_id: newId(),
    session_id,
    model,
    messages,
    tools,
    system_prompt,
    settings,
    estimated_input_tokens,
    tool_ids: toolIdsFor(path, tool_calls),
    files,
    documents,
  })
  const stood_in = [...begun.changes, ...seen.changes]
  return { request, estimated_input_tokens, setting_changes: changes, stood_in }
}

/** The request as its adapter gets it: looked through as its person wishes, with its pictures as the model takes them. */
export async function sendable(
  request: CanonicalRequest,
  model: AvailableModel,
  outbound_scan: OutboundScan | undefined,
  deps: Pick<TurnDeps, 'pictures' | 'log'>,
): Promise<CanonicalRequest> {
  const scanned = await scannedRequest(request, outbound_scan, model.adapter?.name ?? '')
  return fitPictures(scanned, model, deps)
}

/** What is asked of a request that is not sent. */
type Unsent = [
  made: Pick<ModelRequest, 'request'>,
  model: AvailableModel,
  outbound_scan: OutboundScan | undefined,
  deps: Pick<TurnDeps, 'pictures'>,
]

/** What of it would not go as it is stored, in the order in which it was found. Throws as the adapter does before it sends. */
export async function projectionsOf(...[{ request }, model, outbound_scan, { pictures }]: Unsent) {
  const projections: ProjectionRecord[] = []
  const onProjection = (record: ProjectionRecord) => projections.push(record)
  const deps = { pictures, log: silentLogger }
  model.adapter?.rehearse?.(await sendable({ ...request, onProjection }, model, outbound_scan, deps))
  return projections
}

/** Its body byte for byte, as JSON; null of a model without an adapter, or of one that does not say. Throws likewise. */
export async function wireBodyOf(...[{ request }, model, outbound_scan, { pictures }]: Unsent): Promise<string | null> {
  const sent = await sendable(request, model, outbound_scan, { pictures, log: silentLogger })
  return model.adapter?.wireBody?.(sent) ?? null
}

/** Its body likewise, and where it goes, with `key` in the place of the key. Throws likewise. */
export async function wireCallOf(
  key: string,
  ...[{ request }, model, outbound_scan, { pictures }]: Unsent
): Promise<{ text: string; endpoint: WireEndpoint } | null> {
  const sent = await sendable(request, model, outbound_scan, { pictures, log: silentLogger })
  const text = model.adapter?.wireBody?.(sent)
  const endpoint = model.adapter?.wireEndpoint?.(sent, key)
  return text === undefined || endpoint === undefined ? null : { text, endpoint }
}
