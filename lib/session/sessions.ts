import { blankSession } from '../canonical/blank-session.ts'
import { newId } from '../canonical/id.ts'
import type { LabelChange } from '../canonical/label.ts'
import type { Message } from '../canonical/message.ts'
import type { OutboundScan, PersonSettings } from '../canonical/person-settings.ts'
import type { Session } from '../canonical/session.ts'
import {
  changedSettings,
  type PictureDecision,
  type SetAside,
  type SettingsChange,
} from '../canonical/session-settings.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import { storedEndOf } from '../live/last-turn.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { Principal } from '../principal.ts'
import type { SwapRefusal } from '../routing/swap.ts'
import { type DeletionExtent, type TreeChange, UnknownDeletionError } from '../store/deletion.ts'
import {
  type CopiedPath,
  type Place,
  type RequestKey,
  type SessionPatch,
  type ToolCall,
  UnknownMessageError,
  UnknownSessionError,
} from '../store/store.ts'
import { type DescribingDeps, describePictures } from '../turn/describe-pictures.ts'
import { nextRequest } from '../turn/next-request.ts'
import { pathFrom } from '../turn/path-from.ts'
import { refusedSwap } from '../turn/picture-refusal.ts'
import { shortened } from '../turn/stand-ins.ts'
import type { TurnDeps } from '../turn/turn.ts'
import { InvalidContentError } from '../turn/turn-error.ts'
import type { TurnRunner } from '../turn/turn-runner.ts'
import type { BackgroundIndex } from './background-index.ts'
import { asideIn, branchOf, copyPath, forkTitle } from './fork.ts'
import { modelOfChat } from './model-of-chat.ts'
import { deletedFrame, restoredFrame } from './tree-frame.ts'

export interface SessionsDeps
  extends Omit<DescribingDeps, 'budgets'>,
    Pick<TurnDeps, 'budgets' | 'documents' | 'rules' | 'tools'> {
  turns: TurnRunner
  /** More is to be made findable than can be at once. */
  indexing: Pick<BackgroundIndex, 'wake'>
}

export interface NewSession {
  title?: string | null | undefined
  active_model?: string | null | undefined
  system_prompt?: string | null | undefined
  settings?: SettingsChange | undefined
  folder?: string | null | undefined
  tags?: string[] | undefined
  temporary?: boolean | undefined
}

export interface SessionChange {
  title?: string | undefined
  /** `null` clears the choice. */
  active_model?: string | null | undefined
  /** Files that no model gets any more. */
  left_out?: string[] | null | undefined
  /** What a provider refused, and no model gets any more. */
  set_aside?: SetAside[] | null | undefined
  /** What a model that takes no pictures is to get of those in the chat. */
  resolution?: PictureDecision | undefined
  system_prompt?: string | null | undefined
  /** It stays where it is in the list. */
  keeps_time?: true
  /** What it does not name stays. */
  settings?: SettingsChange | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
  folder?: string | null | undefined
  tags?: string[] | undefined
}

/** What of a chat another begins with. */
export interface ForkedPath {
  /** The end; left out: that of the active path. */
  message_id?: string | undefined
  /** A question; left out: the beginning. */
  from?: string | undefined
}

export type ChangeOutcome = { ok: true; session: Session } | { ok: false; refusal: SwapRefusal }

/** Each is a frame on every stream of their owner. */
const MOST_TOLD = 200

/** What people do to whole sessions. */
export class Sessions {
  readonly #deps: SessionsDeps

  constructor(deps: SessionsDeps) {
    this.#deps = deps
  }

  /** Throws `UnknownModelError`. `key` is stored with the session, the answer being its id. */
  async create(principal: Principal, input: NewSession, key?: RequestKey): Promise<string> {
    const session: Session = {
      ...this.#blank(principal),
      title: input.title ?? null,
      active_model: input.active_model ? this.#modelId(input.active_model) : null,
      system_prompt: input.system_prompt ?? null,
      settings: changedSettings({}, input.settings ?? {}),
      title_origin: input.title ? { by: 'person' } : null,
      folder: input.folder ?? null,
      tags: input.tags ?? [],
      temporary: input.temporary ?? false,
    }
    await this.#store(session, null, key)
    return session.id
  }

  /** Begins a chat with messages that are in none here. */
  async createFrom(
    principal: Principal,
    begun: Pick<Session, 'title' | 'system_prompt' | 'origin'>,
    { messages, calls }: { messages: readonly Message[]; calls: readonly ToolCall[] },
    key?: RequestKey,
  ): Promise<string> {
    const session = {
      ...this.#blank(principal),
      ...begun,
      title_origin: begun.title ? { by: 'person' as const } : null,
    }
    await this.#store(session, copyPath(messages, calls, session.id), key)
    return session.id
  }

  /** A model change during a turn waits for the next one; the last one wins (design §7). Throws `UnknownSessionError`, `UnknownModelError`, and an `InvalidContentError` for a `resolution` of no change of model. */
  async change(principal: Principal, id: string, change: SessionChange): Promise<ChangeOutcome> {
    const { store, live, turns } = this.#deps
    const found = await store.sessionOf(principal, id)
    if (!found) throw new UnknownSessionError(id)
    if (change.resolution !== undefined && change.active_model === undefined) {
      throw new InvalidContentError([{ path: 'resolution', problem: 'needs active_model, the model that it is for' }])
    }
    const patch: SessionPatch = {}
    if (change.title !== undefined) {
      patch.title = change.title
      patch.title_origin = { by: 'person' }
    }
    if (change.system_prompt !== undefined) patch.system_prompt = change.system_prompt
    if (change.settings && Object.keys(change.settings).length > 0) patch.settings = change.settings
    const { left_out, set_aside } = change
    if (left_out !== undefined || set_aside !== undefined) {
      patch.settings = {
        ...patch.settings,
        ...(left_out !== undefined && { left_out: left_out?.length ? left_out : null }),
        ...(set_aside !== undefined && { set_aside: set_aside?.length ? set_aside : null }),
        decided_at: formatTimestamp(this.#deps.clock()),
      }
    }
    if (change.active_model !== undefined) {
      const model = change.active_model === null ? null : this.#modelId(change.active_model)
      const settings = changedSettings(found.settings, patch.settings ?? {})
      const swap = await this.#swap(principal, { ...found, settings }, model, change.resolution)
      if ('refusal' in swap) return { ok: false, refusal: swap.refusal }
      if (swap.pictures !== undefined) {
        const decided_at = formatTimestamp(this.#deps.clock())
        patch.settings = { ...patch.settings, pictures: swap.pictures, decided_at }
      }
      if (turns.isBusy(id)) {
        patch.pending_model = model
      } else {
        patch.active_model = model
        // One that was chosen in the last moment of the turn before must not come over it.
        patch.pending_model = undefined
      }
    }
    const place = placeOf(change)
    if (place && Object.keys(patch).length === 0) patch.keeps_time = true
    if (place) patch.place = place
    if (Object.keys(patch).length === 0) return { ok: true, session: found }
    if (change.keeps_time) patch.keeps_time = true
    const { session } = await store.commit({ session_id: id, patch })
    live.publish(id, { type: 'updated', session })
    return { ok: true, session }
  }

  /**
   * Makes the path through a message the active one, down to the newest leaf below it. Throws `UnknownSessionError`,
   * `UnknownMessageError`, `TurnInProgressError`.
   */
  moveHead(principal: Principal, id: string, messageId: string): Promise<Session> {
    const { store, live, turns } = this.#deps
    return turns.betweenTurns(principal, id, async (session) => {
      const [head, leaf] = await Promise.all([store.head(id), store.newestLeaf(id, messageId)])
      if (!leaf) throw new UnknownMessageError(messageId)
      const { message } = leaf
      if (message.id === head) return session
      const last_turn = await storedEndOf(store, message)
      // Whoever reads another branch has not changed the chat: it stays where it is in the list.
      const { updated_at } = session
      const { session: moved } = await store.commit({
        session_id: id,
        expect: { type: 'idle' },
        patch: { head_id: message.id, updated_at },
      })
      live.publish(id, { type: 'head_moved', turn_id: null, message_id: message.id, last_turn })
      return moved
    })
  }

  /**
   * Deletes a message, or all from it on. Throws `UnknownSessionError`, `UnknownMessageError`, and `TurnInProgressError` while
   * a turn runs anywhere in the session: it was told what was said before it, and writes below that.
   */
  deleteMessages(principal: Principal, id: string, messageId: string, extent: DeletionExtent): Promise<TreeChange> {
    const { store, live, turns } = this.#deps
    return turns.betweenTurns(principal, id, async () => {
      const change = await store.deleteMessages(id, messageId, extent)
      if (!change) throw new UnknownMessageError(messageId)
      live.publish(id, { type: 'messages_deleted', ...(await deletedFrame(store, id, change)) })
      await this.#tellOfTurn(id)
      return change
    })
  }

  /** Throws `UnknownSessionError`, `UnknownDeletionError`, `LaterDeletionError`, `TurnInProgressError`. */
  restoreMessages(principal: Principal, id: string, deletionId: string): Promise<TreeChange> {
    const { store, live, turns, indexing } = this.#deps
    return turns.betweenTurns(principal, id, async () => {
      const change = await store.restoreMessages(id, deletionId)
      if (!change) throw new UnknownDeletionError(deletionId)
      indexing.wake()
      live.publish(id, { type: 'messages_restored', ...(await restoredFrame(store, id, change)) })
      await this.#tellOfTurn(id)
      return change
    })
  }

  /** The list shows what came of the latest turn, which may be another one now. */
  async #tellOfTurn(id: string): Promise<void> {
    const session = await this.#deps.store.session(id)
    if (session) this.#deps.live.publish(id, { type: 'updated', session })
  }

  /**
   * Begins another chat with what was said on a path up to a message, or to the end of the active one; a branch has of it
   * what was said from a question on. It has spent nothing. Throws `UnknownSessionError`, `UnknownMessageError`.
   */
  async fork(
    principal: Principal,
    id: string,
    { message_id: messageId, from }: ForkedPath,
    key?: RequestKey,
  ): Promise<string> {
    const { store } = this.#deps
    const found = await store.sessionOf(principal, id)
    if (!found) throw new UnknownSessionError(id)
    const path = await store.path(id, messageId)
    if (messageId !== undefined && path.at(-1)?.id !== messageId) throw new UnknownMessageError(messageId)
    const start = from === undefined ? 0 : path.findIndex((each) => each.id === from && each.role === 'user')
    if (start === -1) throw new UnknownMessageError(from ?? '')
    const { active_model, system_prompt, folder, tags, temporary } = found
    const blank = this.#blank(principal)
    const said = pathFrom(path, start)
    const copied = copyPath(said, await store.toolCalls(id), blank.id)
    const set_aside = asideIn(copied, said, found.settings.set_aside)
    const begun = from === undefined ? null : branchOf(found, path, start, blank.created_at)
    const origin = begun?.origin ?? found.origin
    const session: Session = {
      ...blank,
      ...{ active_model, system_prompt, folder, tags, temporary },
      // Its messages are others, and what stood for some of them here stands for none of those.
      settings: changedSettings(found.settings, { brief: null, set_aside, ...begun?.settings }),
      ...(origin && { origin }),
      title: forkTitle(found.title),
      title_origin: found.title_origin && { by: found.title_origin.by },
    }
    await this.#store(session, copied, key)
    return session.id
  }

  /** Stops a running turn first. False when there is no such session. Until it is removed, it can be restored. */
  async delete(principal: Principal, id: string): Promise<boolean> {
    const { store, live, turns } = this.#deps
    // Nobody stops the turn of somebody else.
    if (!(await store.sessionOf(principal, id))) return false
    const deleted = await turns.whileStopped(id, () => store.discardSession(principal, id))
    if (deleted) live.publish(id, { type: 'deleted', owner_id: principal.id })
    return deleted
  }

  /** Null where there is none that was deleted. */
  async restore(principal: Principal, id: string): Promise<Session | null> {
    const { store, live } = this.#deps
    if (!(await store.restoreSession(principal, id))) return null
    const session = await store.session(id)
    if (session) live.publish(id, { type: 'updated', session })
    return session
  }

  /** In all chats that have it. Returns how many they are. */
  async changeLabel(principal: Principal, change: LabelChange): Promise<number> {
    const { store, live } = this.#deps
    const changed = await store.changeLabel(principal, change)
    // A page that shows more of them hears of the others when it asks for its list again.
    for (const id of changed.slice(0, MOST_TOLD)) {
      const session = await store.session(id)
      if (session) live.publish(id, { type: 'updated', session })
    }
    return changed.length
  }

  /** What a person wants of the whole product. Throws `UnknownModelError`. */
  async changeSettings(
    principal: Principal,
    change: { title_model?: string | undefined; outbound_scan?: OutboundScan | undefined },
  ): Promise<PersonSettings> {
    const { store } = this.#deps
    const settings = await store.personSettings(principal)
    const title = change.title_model ?? settings.title_model
    const title_model = title === 'off' || title === 'chat' ? title : this.#modelId(title)
    const { outbound_scan = settings.outbound_scan } = change
    const changed = { title_model, ...(outbound_scan && { outbound_scan }) }
    await store.changePersonSettings(principal, changed)
    return changed
  }

  #blank({ id: owner_id }: Principal): Session {
    return blankSession({ id: newId(), owner_id, now: formatTimestamp(this.#deps.clock()) })
  }

  /** The answer to the request with that key is the id. */
  async #store(session: Session, path: CopiedPath | null, key: RequestKey | undefined): Promise<void> {
    const { store, live } = this.#deps
    const created = this.#created(session)
    await store.createSession(session, [created], key && { ...key, answer: { id: session.id } }, path ?? undefined)
    live.publish(session.id, { type: 'event', event: created })
    live.publish(session.id, { type: 'updated', session })
  }

  #created(session: Session): PersistedEvent {
    return {
      id: this.#deps.newEventId(),
      timestamp: session.created_at,
      session_id: session.id,
      turn_id: null,
      parent_event_id: null,
      type: 'session.created',
      actor: 'user',
      payload: { active_model: session.active_model },
      sensitivity: 'pseudonymous',
    }
  }

  #modelId(idOrAlias: string): string {
    return this.#deps.models.named(idOrAlias).id
  }

  async #present(principal: Principal, session: Session): Promise<AvailableModel | undefined> {
    const request = await nextRequest(this.#deps, session, principal)
    return await modelOfChat(this.#deps, principal, session, request)
  }

  /** Whether a chat may change to a model; and what is decided about its pictures by that, `null`: nothing any more. */
  async #swap(
    principal: Principal,
    session: Session,
    modelId: string | null,
    resolution: PictureDecision | undefined,
  ): Promise<{ refusal: SwapRefusal } | { pictures?: PictureDecision | null }> {
    const { models, store } = this.#deps
    const model = modelId === null ? undefined : models.find(modelId)
    if (!model) return {}
    const { id, settings } = session
    const { pictures, ...undecided } = settings
    // Another decision than the one that holds is taken as the first one was.
    const isOther = resolution !== undefined && resolution !== pictures
    const { messages } = await shortened(await store.path(id), { session_id: id, settings }, this.#deps)
    const refused = await refusedSwap(
      this.#deps,
      { id, settings: isOther ? undecided : settings },
      messages,
      model,
      () => this.#present(principal, session),
    )
    if (!refused) {
      if (pictures === undefined) return {}
      if (model.capabilities.supports_images) return { pictures: null }
      return isOther ? { pictures: resolution } : {}
    }
    const { refusal, plan } = refused
    if (!refusal.options.some(({ id }) => id === resolution)) return { refusal }
    if (resolution === 'describe' && plan) await describePictures(this.#deps, principal, session.id, plan)
    return { pictures: resolution ?? null }
  }
}

function placeOf({ pinned, archived, folder, tags }: SessionChange): Place | null {
  const place = {
    ...(pinned !== undefined && { pinned }),
    ...(archived !== undefined && { archived }),
    ...(folder !== undefined && { folder }),
    ...(tags !== undefined && { tags }),
  }
  return Object.keys(place).length === 0 ? null : place
}
