import type { AdapterType, ProviderAdapter } from '../adapters/adapter.ts'
import { parseModelId } from '../canonical/id.ts'
import type { Message } from '../canonical/message.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { Principal } from '../principal.ts'
import { uploadsOf } from '../store/attachment-store.ts'
import { modelRequest, wireBodyOf } from '../turn/model-request.ts'
import type { TurnDeps } from '../turn/turn.ts'
import { toolsFor } from '../turn/turn-settings.ts'
import type { ReadableFormat } from './export-format.ts'
import type { ReadChat } from './read-chats.ts'

export interface WireViewDeps
  extends Pick<TurnDeps, 'models' | 'tools' | 'standIns' | 'attachments' | 'documents' | 'pictures' | 'log'> {
  /** An adapter of that type, or of any, without a key, where nobody set up one: it is never asked to send anything. */
  adapterOf: (type: AdapterType | null) => ProviderAdapter
  /** Whether an adapter is one of that type. */
  isOf: (adapter: ProviderAdapter, type: AdapterType) => boolean
}

/**
 * What a provider would be sent of a chat now: the body of the request, made and repaired by the adapter that would send it.
 * Without a type it is that of the chat's own model.
 */
export function wireFormat(deps: WireViewDeps, type: AdapterType | null): ReadableFormat {
  return {
    kind: 'wire',
    ending: '.json',
    media_type: 'application/json',
    hasUploadsBeside: false,
    async *write(chat) {
      yield await wireOf(chat, type, deps)
    },
    index: null,
  }
}

async function wireOf(chat: ReadChat, type: AdapterType | null, all: WireViewDeps): Promise<string> {
  const { session } = chat
  const principal: Principal = { id: session.owner_id, role: 'member', teams: [] }
  const deps = { ...all, attachments: uploadsOf(all.attachments, principal) }
  const path: Message[] = []
  for await (const { message } of chat.messages()) path.push(message)
  const target = modelFor(chat, path, type, deps)
  const model = { ...target.model, adapter: target.adapter }
  const registry = await toolsFor(session.settings, { session, principal }, deps)
  const { system_prompt, settings } = session
  const { tool_calls } = chat
  const said = { session_id: session.id, path, tool_calls, tools: registry.definitions, system_prompt, settings }
  const asked = await modelRequest(deps, model, said)
  const body = await wireBodyOf(asked, model, 'off', deps)
  return `${JSON.stringify(JSON.parse(body || '{}'), null, 2)}\n`
}

interface Target {
  model: AvailableModel
  adapter: ProviderAdapter
}

/** A model that speaks the type: the chat's own, else the usual one, else any that is set up, else one of that maker. */
function modelFor(
  { session }: ReadChat,
  path: readonly Message[],
  type: AdapterType | null,
  deps: WireViewDeps,
): Target {
  const { models, isOf, adapterOf } = deps
  const answered = path.findLast(({ metadata }) => metadata.model)?.metadata.model
  const own = [session.active_model, answered, models.defaultModel].flatMap((id) => id || [])
  for (const id of [...own, ...models.list().flatMap(({ id, configured }) => (configured ? id : []))]) {
    const model = models.find(id)
    if (model?.adapter && (type === null || isOf(model.adapter, type))) return { model, adapter: model.adapter }
  }
  const adapter = adapterOf(type)
  const listed = models.list().find(({ provider }) => provider === adapter.name)?.id
  const id = listed ?? `${adapter.name}:${parseModelId(own[0] ?? '')?.name ?? 'model'}`
  const assumed: AvailableModel = {
    id,
    label: id,
    capabilities: adapter.capabilities(id),
    window_is_assumed: true,
    adapter,
    efforts: adapter.efforts?.(id) ?? [],
    takes_temperature: adapter.takesTemperature?.(id) ?? true,
  }
  return { model: models.find(id) ?? assumed, adapter }
}
