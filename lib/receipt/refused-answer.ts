import type { Message } from '../canonical/message.ts'
import { REFUSAL_CLASSES } from '../canonical/refusal-class.ts'
import type { SetAside } from '../canonical/session-settings.ts'
import type { Principal } from '../principal.ts'
import { blamesRequest } from '../turn/refused-before.ts'
import { isSetAside } from '../turn/set-aside.ts'
import { type Asked, type RebuildDeps, type Rebuilt, rebuilt } from './rebuilt.ts'
import { blocksIn, type RefusedBlock, refusedBlock } from './refused-block.ts'

/** Why a provider refused what an answer was asked with, and what would be another request. */
export interface RefusedAnswer {
  /** The provider's own words. */
  reason: string
  /** The very same request is not sent again. */
  is_held: boolean
  /** What it named. */
  block: RefusedBlock | null
  /** Where it named nothing: what can be left out of requests from now on, one kind after the other. */
  suspects: Suspect[]
}

/** All blocks of a kind, in the messages before the question. */
export interface Suspect {
  block_type: string
  count: number
  set_aside: SetAside[]
}

/** Kinds that one model takes and another does not, and what is one of them. */
const SUSPECTS: readonly (readonly string[])[] = [['thinking', 'redacted_thinking'], ['image'], ['document']]

/** As many as a chat can have. */
const MOST_ASIDE = 200

/** Null where this person has no such answer, or where it did not fail by a refusal. */
export async function refusedAnswer(
  deps: RebuildDeps,
  principal: Principal,
  sessionId: string,
  messageId: string,
): Promise<RefusedAnswer | null> {
  const { store } = deps
  const session = await store.sessionOf(principal, sessionId)
  const answer = session && (await store.message(sessionId, messageId))
  const { error, turn_id } = answer?.message.metadata ?? {}
  if (!session || !error || !REFUSAL_CLASSES.has(error.error_class) || turn_id === undefined) return null
  if (answer?.parent_id == null) return null
  const [turn, path, { outbound_scan }, calls] = await Promise.all([
    store.turn(sessionId, turn_id),
    store.path(sessionId, answer.parent_id),
    store.personSettings(principal),
    store.llmCalls(sessionId, turn_id),
  ])
  const call = calls.findLast(({ message_id }) => message_id === messageId)
  const told = { reason: error.message, is_held: call !== undefined && blamesRequest(call) }
  const asked: Asked | null = turn && { principal, session, turn, path, outbound_scan }
  const made = asked && (await rebuilt(deps, asked))
  if (!made) return { ...told, block: null, suspects: [] }
  const block = await refusedBlock(deps, asked, made.body, error.message)
  return { ...told, block, suspects: block ? [] : await suspectsOf(deps, asked, made) }
}

/** Those without which the request is another one: what does not go to this model anyway is not to blame. */
async function suspectsOf(deps: RebuildDeps, asked: Asked, { sent }: Rebuilt): Promise<Suspect[]> {
  const { path, turn, session } = asked
  const { set_aside = [] } = session.settings
  const before = path.slice(
    0,
    path.findLastIndex(({ role }) => role === 'user'),
  )
  const found: Suspect[] = []
  for (const kind of SUSPECTS) {
    const aside = kind.flatMap((type) => asideOf(before, type)).filter((each) => !isSetAside(each, session.settings))
    const all = [...set_aside, ...aside]
    if (aside.length === 0 || all.length > MOST_ASIDE) continue
    const settings = { ...turn.settings, set_aside: all }
    const without = await rebuilt(deps, { ...asked, turn: { ...turn, settings } })
    if (!without || without.sent.sha256 === sent.sha256) continue
    const types = new Set(kind)
    const count = before.flatMap(({ content }) => blocksIn(content)).filter(({ type }) => types.has(type)).length
    found.push({ block_type: kind[0] ?? '', count, set_aside: aside })
  }
  return found
}

function asideOf(messages: readonly Message[], block_type: string): SetAside[] {
  const holds = ({ content }: Message) => blocksIn(content).some(({ type }) => type === block_type)
  return messages.filter(holds).map(({ id }) => ({ message_id: id, block_type }))
}
