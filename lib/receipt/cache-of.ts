import type { CallCosts } from '../session/call-costs.ts'
import type { LlmCall, TurnRecord } from '../store/turn-record.ts'
import type { KnownFiles } from '../turn/model-request.ts'
import { type CacheReport, cacheReport } from './cache-report.ts'
import { type Asked, type RebuildDeps, type Rebuilt, rebuilt } from './rebuilt.ts'

export interface CacheDeps extends RebuildDeps {
  callCosts: Pick<CallCosts, 'biller'>
}

/** A request whose answer is there. */
export interface AnsweredRequest extends Asked {
  turn: TurnRecord
  made: Rebuilt | null
  /** At least one. */
  attempts: readonly LlmCall[]
  known: KnownFiles
}

/** Compares a request with the last one to its model in the chat. */
export async function cacheOf(deps: CacheDeps, asked: AnsweredRequest): Promise<CacheReport | null> {
  const { made, attempts } = asked
  const [first, call] = [attempts[0], attempts.at(-1)]
  if (!first || !call) return null
  const [earlier, bill] = await Promise.all([deps.store.callBefore(first), deps.callCosts.biller(call)])
  const madeBefore = earlier && made && (await rebuiltBefore(deps, asked, earlier))
  const model = deps.models.find(call.model_asked)
  return cacheReport({
    call,
    earlier,
    asked: model?.adapter?.asksToKeep?.(call.model_asked),
    canCache: model?.capabilities.supports_prompt_caching ?? false,
    made,
    madeBefore,
    otherTools: earlier && (await otherTools(deps, call, earlier)),
    is_exact: isSent(made, call) && (earlier === null || isSent(madeBefore, earlier)),
    bill,
  })
}

function isSent(made: Rebuilt | null, { exchange }: LlmCall): boolean {
  return made !== null && made.sent.sha256 === exchange?.request.sha256
}

/** By what was kept of both; null where their tools are the same, or nobody knows. */
async function otherTools({ store }: CacheDeps, now: LlmCall, before: LlmCall): Promise<string[] | null> {
  const digests = [now, before].map(({ exchange }) => exchange?.request.fields)
  if (digests.includes(undefined) || digests[0]?.tools === digests[1]?.tools) return null
  const [one, other] = await Promise.all([toolsOf(store, now), toolsOf(store, before)])
  return [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))]
}

/** Names of those that were offered. */
async function toolsOf(store: CacheDeps['store'], { session_id, turn_id, request_id }: LlmCall): Promise<string[]> {
  if (session_id === null || turn_id === null) return []
  const events = await store.events(session_id, { turn_id, types: ['llm.call_started'] })
  return events.flatMap((event) =>
    event.type === 'llm.call_started' && event.payload.request_id === request_id ? (event.payload.tools ?? []) : [],
  )
}

/** Mostly it is on the path that was read already. Null where its answer was deleted. */
async function rebuiltBefore(
  deps: CacheDeps,
  { turn, path, known, ...asked }: AnsweredRequest,
  { message_id, turn_id }: LlmCall,
): Promise<Rebuilt | null> {
  const { store } = deps
  const { id } = asked.session
  const parent = message_id === null ? null : (await store.message(id, message_id))?.parent_id
  const then = turn_id === turn.id ? turn : turn_id === null ? null : await store.turn(id, turn_id)
  if (!then || parent == null) return null
  const at = path.findIndex((message) => message.id === parent)
  const before = at === -1 ? await store.path(id, parent) : path.slice(0, at + 1)
  return await rebuilt(deps, { ...asked, turn: then, path: before }, known)
}
