import type { Principal } from '../principal.ts'
import type { RoutingRules } from '../routing/routing-rules.ts'
import { dryRunMessage, type MessageDryRunDeps, type MessageToTry, type TriedMessage } from './dry-run-message.ts'
import { dryRunTurns, type TurnsDryRun, type TurnsDryRunDeps } from './dry-run-turns.ts'

export interface RulesToTry {
  text: string
  message?: MessageToTry | undefined
  /** How many of the past; 0 for none. */
  turns: number
}

export interface RuleDryRun extends TurnsDryRun {
  hints: ReturnType<RoutingRules['check']>['hints']
  message: TriedMessage | null
}

type Deps = MessageDryRunDeps & TurnsDryRunDeps & { rules: Pick<RoutingRules, 'check' | 'lookUp'> }

/** What a text of rules would do, before anybody saves it. */
export class RuleDryRuns {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Null where this person has no such chat. Throws an `InvalidRulesError` for a text that cannot hold, an `UnknownModelError`
   * for an `@name` in the message that no model has, and what `signal` is aborted for.
   */
  async run(
    principal: Principal,
    { text, message, turns }: RulesToTry,
    signal: AbortSignal,
  ): Promise<RuleDryRun | null> {
    const { rules: set, hints } = this.#deps.rules.check(text)
    const tried = message ? await dryRunMessage(this.#deps, principal, set, message) : null
    if (message && tried === null) return null
    return { hints, message: tried, ...(await dryRunTurns(this.#deps, principal, { set, turns, signal })) }
  }
}
