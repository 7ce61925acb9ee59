import { asksFor, type Condition, type Predicate } from './condition.ts'
import { type ExplainedPart, explainCondition } from './explain.ts'
import { compileCondition, compiling, type Holds } from './holds.ts'
import type { RuleFile } from './rule-file.ts'
import type { TurnFacts } from './turn-facts.ts'

/** The rule that holds for a turn. */
export interface RuleMatch {
  name: string
  /** The id of a model. */
  model: string
}

/** What a rule comes to for a turn, and why. */
export interface ExplainedRule extends RuleMatch {
  holds: boolean
  because: ExplainedPart[]
}

interface CompiledRule extends RuleMatch {
  when: Condition
  holds: Holds
}

const OF_THE_MESSAGE: readonly Predicate[] = [
  'message_matches',
  'message_contains_any',
  'estimated_input_tokens_gt',
  'estimated_input_tokens_lt',
  'has_images',
  'file_extensions_in_context',
]

/** Rules as they are asked, turn after turn: pure, and the same for the same facts. */
export class RuleSet {
  readonly time_zone: string
  readonly #rules: readonly CompiledRule[]
  readonly #folders: readonly { match: string; model: string; holds: Holds }[]

  /** `resolve`: the id behind any name that the rules use. */
  constructor(file: RuleFile, resolve: (name: string) => string) {
    const { time_zone } = file
    const rules = file.rules ?? []
    const shared = compiling(time_zone)
    this.time_zone = time_zone
    this.#rules = rules.map(({ name, when, use }) => {
      return { name, when, model: resolve(use), holds: compileCondition(when, shared) }
    })
    this.#folders = (file.folders ?? []).map(({ match, use }) => {
      return { match, model: resolve(use), holds: compileCondition({ workspace_path_matches: match }, shared) }
    })
  }

  /** Whether a fact has to be looked up at all. */
  asksFor(predicate: Predicate): boolean {
    const isOfFolders = predicate === 'workspace_path_matches' && this.#folders.length > 0
    return isOfFolders || this.#rules.some(({ when }) => asksFor(when, predicate))
  }

  /** The rules, and the folders, that choose this model, by their names. */
  namesFor(model: string): string[] {
    const rules = this.#rules.flatMap((rule) => (rule.model === model ? rule.name : []))
    return [...rules, ...this.#folders.flatMap((folder) => (folder.model === model ? folder.match : []))]
  }

  /** The first rule that holds. */
  match(facts: TurnFacts): RuleMatch | null {
    const found = this.#rules.find(({ holds }) => holds(facts))
    return found ? { name: found.name, model: found.model } : null
  }

  /** Each rule up to the first that holds. */
  explain(facts: TurnFacts): ExplainedRule[] {
    const first = this.#rules.findIndex(({ holds }) => holds(facts))
    return this.#rules.slice(0, first === -1 ? undefined : first + 1).map(({ name, model, when }, index) => {
      return { name, model, holds: index === first, because: explainCondition(when, facts, this.time_zone) }
    })
  }

  /** Whether another message in the place of this one could come to another rule: by its words, its length, or what is attached. */
  dependsOnMessage(facts: TurnFacts): boolean {
    const first = this.#rules.findIndex(({ holds }) => holds(facts))
    const asked = this.#rules.slice(0, first === -1 ? undefined : first + 1)
    return asked.some(({ when }) => OF_THE_MESSAGE.some((predicate) => asksFor(when, predicate)))
  }

  /** What chats in the folder of this one begin with. */
  folderDefault(facts: TurnFacts): { folder: string; model: string } | null {
    const found = this.#folders.find(({ holds }) => holds(facts))
    return found ? { folder: found.match, model: found.model } : null
  }
}
