import type { Logger } from '../log.ts'
import type { Principal } from '../principal.ts'
import type { RequestKey, Store } from '../store/store.ts'
import type { TurnInput } from '../turn/prepare-turn.ts'
import type { TurnRunner } from '../turn/turn-runner.ts'
import type { Sessions } from './sessions.ts'

export interface ScriptedStep {
  /** Chosen before it is said. */
  readonly model: string
  readonly content: TurnInput['content']
}

export interface ScriptedChatsDeps {
  store: Pick<Store, 'sessionOf'>
  sessions: Pick<Sessions, 'create' | 'change' | 'delete'>
  turns: Pick<TurnRunner, 'start' | 'idle'>
  steps: readonly ScriptedStep[]
  log: Logger
}

/** Chats that play by themselves: what is said in them is given, and models answer it as they answer a person. */
export class ScriptedChats {
  readonly #deps: ScriptedChatsDeps

  constructor(deps: ScriptedChatsDeps) {
    this.#deps = deps
  }

  /** Begins one and says the first thing in it; the rest is said while it is watched. Throws as `Sessions.create` and `TurnRunner.start`. */
  async begin(
    principal: Principal,
    { title }: { title?: string | null | undefined },
    key?: RequestKey,
  ): Promise<string> {
    const { sessions, log } = this.#deps
    const [first, ...rest] = this.#deps.steps
    if (first === undefined) throw new TypeError('a scripted chat has at least one step')
    const id = await sessions.create(principal, { title, active_model: first.model }, key)
    try {
      await this.#say(principal, id, first)
    } catch (error) {
      // A refused first message leaves no empty chat behind.
      await sessions.delete(principal, id)
      throw error
    }
    void this.#goOn(principal, id, rest).catch((error: unknown) =>
      log.info('a scripted chat ended early', { session_id: id, error: String(error) }),
    )
    return id
  }

  /** Ends where somebody stops an answer, deletes the chat or says something else in it. */
  async #goOn(principal: Principal, id: string, steps: readonly ScriptedStep[]): Promise<void> {
    const { store, sessions, turns } = this.#deps
    for (const step of steps) {
      await turns.idle(id)
      const session = await store.sessionOf(principal, id)
      if (session?.turn?.state !== 'completed') return
      const changed = await sessions.change(principal, id, { active_model: step.model })
      if (!changed.ok) return
      await this.#say(principal, id, step)
    }
  }

  async #say(principal: Principal, id: string, { content }: ScriptedStep): Promise<void> {
    await this.#deps.turns.start(principal, id, { content })
  }
}
