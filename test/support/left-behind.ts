import { join } from 'node:path'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { checkFrame } from '#lib/api/conformity.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import type { EventPayload } from '#lib/events/catalog.ts'
import { LiveHub } from '#lib/live/hub.ts'
import type { LiveChange } from '#lib/live/live-stream.ts'
import { memoryLogger } from '#lib/log.ts'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import { createPictureFitter } from '#lib/media/picture-fitter.ts'
import { ALLOW_ALL } from '#lib/policy/policy.ts'
import type { SessionWrite } from '#lib/store/store.ts'
import type { TurnRecord } from '#lib/store/turn-record.ts'
import type { ToolSource } from '#lib/tools/source.ts'
import { createWorkspaces } from '#lib/tools/workspace.ts'
import { CheckpointRounds } from '#lib/turn/checkpoint-rounds.ts'
import { WritePatience } from '#lib/turn/write-patience.ts'
import { NO_RULES } from './no-rules.ts'
import { ANSWERED, chain, eventOf, messageOf, session, turnOf } from './session-builder.ts'
import { startSessionServer } from './session-server.ts'

/** A hub that keeps what it was told. */
class RecordedHub extends LiveHub {
  readonly told: { session_id: string; change: LiveChange }[] = []

  override publish(session_id: string, change: LiveChange): void {
    this.told.push({ session_id, change })
    super.publish(session_id, change)
  }
}

/** Somebody who began turns and was removed. */
export const REMOVED = 'removed'

/** A turn that another process began: its question, its record and its first event are stored. */
export interface LeftTurn {
  session_id: string
  question: Message
  turn: TurnRecord
  /** An answer of this turn, not stored. */
  answer(metadata?: MessageMetadata, fields?: Partial<Message>): Message
}

/**
 * A store with turns in it that a process left behind, and what the next one goes on with them by. Its clock stands still
 * but for what `pass` moves it on.
 */
export async function startLeftBehind(tools: readonly ToolSource[] = []) {
  const server = await startSessionServer()
  const { store, standIns, models, folder } = server
  const { attachments, budgets } = server.parts
  const log = memoryLogger()
  const newEventId = monotonicIds()
  let micros = Date.UTC(2026, 4, 8, 12) * 1_000
  const clock = () => micros
  const live = new RecordedHub({ newId: newEventId, clock, checkFrame })
  const deps = {
    store,
    standIns,
    live,
    models,
    tools,
    workspaces: createWorkspaces({ folder: join(folder, 'workspaces') }),
    policy: ALLOW_ALL,
    teamsOf: async (id: string) => (id === REMOVED ? null : [`team of ${id}`]),
    budgets,
    rules: NO_RULES,
    attachments,
    pictures: createPictureFitter({ folder: join(folder, 'fitted-pictures') }),
    documents: createDocumentShelf({ folder: join(folder, 'attachments') }),
    log,
    newEventId,
    clock,
    checkpoints: new CheckpointRounds(store),
    patience: new WritePatience(log),
  }

  async function newSession(): Promise<string> {
    const owner = session({ active_model: 'demo:anthropic' })
    await store.createSession(owner, [eventOf(owner, 'session.created', { active_model: 'demo:anthropic' })])
    return owner.id
  }

  return {
    deps,
    store,
    live,
    newSession,
    pass: (milliseconds: number) => {
      micros += milliseconds * 1_000
    },
    log,
    told: (session_id: string) =>
      live.told.filter((each) => each.session_id === session_id).map(({ change }) => change),

    /** `started`: what its first event says, or null where it has none. */
    async begin(
      fields: Partial<TurnRecord> & {
        session_id?: string
        question?: Message
        started?: { lane?: number } | null
      } = {},
    ): Promise<LeftTurn> {
      const { started = {}, question: asked, session_id = await newSession(), ...record } = fields
      const turn = turnOf(asked ?? messageOf({ id: session_id }), { model: 'demo:anthropic', ...record })
      const question = asked ?? messageOf({ id: session_id }, { id: turn.question_id, metadata: { turn_id: turn.id } })
      const payload: EventPayload<'turn.started'> = { message_id: question.id, content_hash: 'hash', ...started }
      await store.commit({
        session_id,
        turn: { type: 'start', turn, lease: { owner: 'gone', ms: 60_000 } },
        messages: asked ? [] : chain([question], await store.head(session_id)),
        patch: { state: 'running', head_id: question.id },
        events: started ? [eventOf({ id: session_id }, 'turn.started', payload, { turn_id: turn.id })] : [],
      })
      const answer = (metadata: MessageMetadata = {}, more: Partial<Message> = {}) =>
        messageOf(
          { id: session_id },
          { role: 'assistant', metadata: { ...ANSWERED, status: 'complete', turn_id: turn.id, ...metadata }, ...more },
        )
      return { session_id, question, turn, answer }
    },

    /** Makes the row of a turn one that cannot be read. */
    async damage(turnId: string): Promise<void> {
      const opened = await openStore({ url: localDatabaseUrl(folder), authToken: null })
      await opened.client.execute({ sql: "UPDATE turns SET routing_json = '{' WHERE id = ?", args: [turnId] })
      await opened.close()
    },

    keep: (session_id: string, write: Omit<SessionWrite, 'session_id'>) => store.commit({ session_id, ...write }),

    close: () => server.close(),
  }
}

export type LeftBehind = Awaited<ReturnType<typeof startLeftBehind>>
