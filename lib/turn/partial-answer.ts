import type { ContentBlock } from '../canonical/block.ts'
import { type Message, type RoutingDecisionRecord, SCHEMA_VERSION } from '../canonical/message.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Logger } from '../log.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { attributionOf, type Principal } from '../principal.ts'
import { storageProblem } from '../store/storage-problem.ts'
import type { Store } from '../store/store.ts'
import { Checkpoint } from './checkpoint.ts'
import type { CheckpointRounds } from './checkpoint-rounds.ts'
import type { Journal } from './journal.ts'
import { toolCallRows } from './tool-call-row.ts'

/** Where an answer belongs, and who is told of it. */
export interface AnswerFrame {
  session_id: string
  turn_id: string
  principal: Principal
  message_id: string
  parent_id: string
  model: AvailableModel
  routing: RoutingDecisionRecord
  journal: Journal
  store: Store
  live: LiveStream
  log: Logger
  checkpoints: CheckpointRounds
}

/** An answer in the making: shown to whoever watches, and saved as it goes. */
export class PartialAnswer {
  readonly created_at: string
  /** The provider's id of each call, by canonical id. */
  readonly calls = new Map<string, string | null>()
  /** How long it thought, once something else came behind that. */
  thinking_ms: number | undefined
  /** Milliseconds. */
  #thinksSince: number | null = null
  readonly #call: AnswerFrame
  readonly #checkpoint: Checkpoint
  /** Calls the store knows of; `null` before the first checkpoint, which places the message in the path. */
  #storedCalls: number | null = null

  constructor(call: AnswerFrame) {
    this.#call = call
    this.created_at = call.journal.timestamp()
    this.#checkpoint = new Checkpoint({
      rounds: call.checkpoints,
      save: () => call.journal.attempt(() => this.#save()),
      onError: (cause) => {
        // One that a later write may bring is told by the journal.
        if (!storageProblem(cause)) call.log.error('checkpoint failed', { session_id: call.session_id, cause })
      },
    })
  }

  get content(): ContentBlock[] {
    const { live, session_id, message_id } = this.#call
    const { partial, beside } = live.read(session_id)
    const all = [partial, ...beside.map((turn) => turn.partial)]
    return all.find((each) => each?.message_id === message_id)?.content ?? []
  }

  /** Shows the event after what is stored before it. A promise only where that has to be waited for. */
  take(event: StreamEvent): Promise<void> | undefined {
    const waiting = this.#call.journal.shown()
    if (waiting) return waiting.then(() => this.#show(event))
    this.#show(event)
    return undefined
  }

  /** Saves no more. */
  stop(): Promise<void> {
    return this.#checkpoint.stop()
  }

  #show(event: StreamEvent): void {
    const { live, session_id, turn_id, message_id } = this.#call
    if (event.type === 'tool.use_start') this.calls.set(event.tool_use_id, event.provider_id)
    this.#time(event)
    live.publish(session_id, { type: 'answering', turn_id, message_id, event })
    this.#checkpoint.touch()
  }

  /** Of its first thoughts alone: the clock is asked as they begin and as they end. */
  #time({ type }: StreamEvent): void {
    if (this.thinking_ms !== undefined || (type === 'thinking.delta') === (this.#thinksSince !== null)) return
    const now = Date.parse(this.#call.journal.timestamp())
    if (this.#thinksSince === null) this.#thinksSince = now
    else this.thinking_ms = now - this.#thinksSince
  }

  async #save(): Promise<void> {
    const { store, journal, session_id, message_id, parent_id, model, checkpoints } = this.#call
    if (this.#storedCalls === this.calls.size) {
      return checkpoints.save({ session_id, message_id, content: this.content })
    }
    const known = this.calls.size
    const message = this.#message()
    await store.commit({
      session_id,
      expect: journal.expect,
      messages: [{ message, parent_id }],
      tool_calls: toolCallRows(message, this.calls, 'pending', model.adapter?.name ?? null),
      patch: journal.headAt(message.id),
    })
    this.#storedCalls = known
  }

  #message(): Message {
    const { message_id, session_id, turn_id, principal, model, routing } = this.#call
    const origin = { model: model.id, provider: model.adapter?.name ?? null, routing }
    return {
      id: message_id,
      session_id,
      role: 'assistant',
      content: this.content,
      metadata: { ...origin, status: 'partial', turn_id, ...attributionOf(principal) },
      created_at: this.created_at,
      schema_version: SCHEMA_VERSION,
    }
  }
}
