import { asksFor, type Predicate } from './condition.ts'
import { compileCondition, type Holds } from './holds.ts'
import type { RuleFile } from './rule-file.ts'
import type { TurnFacts } from './turn-facts.ts'

/** The rule that holds for a turn. */
export interface RuleMatch {
  name: string
  /** The id of a model. */
  model: string
}

interface CompiledRule extends RuleMatch {
  holds: Holds
}

/** Rules as they are asked, turn after turn: pure, and the same for the same facts. */
export class RuleSet {
  readonly time_zone: string
  readonly #rules: readonly CompiledRule[]
  readonly #folders: readonly { match: string; model: string; holds: Holds }[]
  readonly #asked: ReadonlySet<Predicate>

  /** `resolve`: the id behind any name that the rules use. */
  constructor(file: RuleFile, resolve: (name: string) => string) {
    const { time_zone } = file
    const rules = file.rules ?? []
    this.time_zone = time_zone
    this.#rules = rules.map(({ name, when, use }) => {
      return { name, model: resolve(use), holds: compileCondition(when, time_zone) }
    })
    this.#folders = (file.folders ?? []).map(({ match, use }) => {
      return { match, model: resolve(use), holds: compileCondition({ workspace_path_matches: match }, time_zone) }
    })
    const lookedUp = ['cost_today_exceeds_usd', 'team_budget_remaining_lt'] as const
    this.#asked = new Set(lookedUp.filter((name) => rules.some(({ when }) => asksFor(when, name))))
  }

  /** Whether a fact has to be looked up at all. */
  asksFor(predicate: 'cost_today_exceeds_usd' | 'team_budget_remaining_lt'): boolean {
    return this.#asked.has(predicate)
  }

  /** The first rule that holds. */
  match(facts: TurnFacts): RuleMatch | null {
    const found = this.#rules.find(({ holds }) => holds(facts))
    return found ? { name: found.name, model: found.model } : null
  }

  /** What chats in the folder of this one begin with. */
  folderDefault(facts: TurnFacts): { folder: string; model: string } | null {
    const found = this.#folders.find(({ holds }) => holds(facts))
    return found ? { folder: found.match, model: found.model } : null
  }
}
