import { Decimal } from 'decimal.js'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { YamlFault } from '../located-yaml.ts'
import type { Logger } from '../log.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { Principal } from '../principal.ts'
import type { RuleStore, StoredRules } from '../store/rule-store.ts'
import type { LookedUp } from './rules/facts-of.ts'
import { type KnownModels, type ReadRules, readRules } from './rules/read-rules.ts'
import { RuleSet } from './rules/rule-set.ts'
import { withOtherModel } from './rules/with-other-model.ts'

/** Another process may have saved some. */
const LOOK_AGAIN_MS = 30_000

/** No rules: every turn goes the rest of the chain. */
const NO_RULES = new RuleSet({ time_zone: 'UTC' }, (name) => name)

/** Rules that cannot be saved, with every line that is at fault; nothing was stored. */
export class InvalidRulesError extends Error {
  override readonly name = 'InvalidRulesError'
  readonly faults: readonly [YamlFault, ...YamlFault[]]
  constructor(faults: readonly [YamlFault, ...YamlFault[]]) {
    const [{ line, problem }] = faults
    super(`line ${line}: ${problem}${faults.length > 1 ? `, and ${faults.length - 1} more` : ''}`)
    this.faults = faults
  }
}

/** Somebody else saved others since these were begun; nothing was stored. */
export class RulesConflictError extends Error {
  override readonly name = 'RulesConflictError'
  readonly version: number
  constructor(version: number) {
    super(`version ${version} was saved in the meantime; look at what it changed and save again`)
    this.version = version
  }
}

export interface SaidRules {
  text: string
  note: string
  /** The version that the text was made from, 0 for none; not said: whatever was the latest. */
  based_on?: number | undefined
}

/** The rules with one model in the place of another, as they would be saved. */
export interface CarriedRules {
  /** Of what is saved by now. */
  version: number
  /** The same where nothing names the one. */
  text: string
  /** The rules, and the folders, that change. */
  names: string[]
}

/** What rules ask for that no conversation has. */
export interface RuleQuestions {
  /** Dollars since midnight of a time zone. */
  costToday: (principal: Principal, time_zone: string) => Promise<string | null>
  /** The least that is left in a budget of a team of theirs, in dollars; null where there is none. */
  teamBudgetLeft: (principal: Principal) => Promise<string | null>
}

interface Deps extends RuleQuestions {
  store: RuleStore
  models: Pick<ModelDirectory, 'find' | 'named' | 'nearMatches'>
  /** Microseconds. */
  clock: () => number
  log: Logger
}

/** The routing rules of an installation: those that hold, and all that held before. */
export class RoutingRules {
  readonly #deps: Deps
  readonly #looking: ReturnType<typeof setInterval>
  #set = NO_RULES
  #latest: StoredRules | null = null
  /** What keeps the latest from holding, while those before it do. */
  #problem: string | null = null

  private constructor(deps: Deps) {
    this.#deps = deps
    const look = () =>
      this.#load().catch((cause: unknown) => deps.log.warn('the routing rules could not be read', { cause }))
    this.#looking = setInterval(look, LOOK_AGAIN_MS).unref()
  }

  static async open(deps: Deps): Promise<RoutingRules> {
    const rules = new RoutingRules(deps)
    await rules.#load()
    return rules
  }

  /**
   * The rules for a turn that begins now, with what they ask for; only what they ask for is looked up. `problem`: what keeps the
   * latest from holding, so that these are those before it.
   */
  async forTurn(principal: Principal): Promise<{ set: RuleSet; looked: LookedUp; problem: string | null }> {
    const [set, problem] = [this.#set, this.#problem]
    return { set, looked: await this.lookUp(set, principal), problem }
  }

  /** What rules ask for that no conversation has, as it is now. */
  async lookUp(set: RuleSet, principal: Principal): Promise<LookedUp> {
    const { clock, costToday, teamBudgetLeft } = this.#deps
    const [cost_today_usd, team_budget_remaining_usd] = await Promise.all([
      set.asksFor('cost_today_exceeds_usd') ? costToday(principal, set.time_zone) : null,
      set.asksFor('team_budget_remaining_lt') ? teamBudgetLeft(principal) : null,
    ])
    return { now: clock(), cost_today_usd, team_budget_remaining_usd }
  }

  /** The text that holds, as it is in force, and what in it was hardly meant. Version 0 has no rules. */
  current(): { text: string; version: number; hints: YamlFault[]; problem: string | null } {
    const { text = '', version = 0 } = this.#latest ?? {}
    const read = readRules(text, this.#known)
    return { text, version, hints: read.ok ? read.hints : read.faults, problem: this.#problem }
  }

  /** Which of those that hold choose this model, by their names. */
  namesFor(model: string): string[] {
    return this.#set.namesFor(model)
  }

  history(before: number | null, limit: number): Promise<Omit<StoredRules, 'text'>[]> {
    return this.#deps.store.list({ before, limit })
  }

  find(version: number): Promise<StoredRules | null> {
    return this.#deps.store.version(version)
  }

  /** Throws an `InvalidRulesError` for what cannot hold, a `RulesConflictError` where others were saved since. */
  async save(
    principal: Principal,
    { text, note, based_on }: SaidRules,
  ): Promise<{ version: number; hints: YamlFault[] }> {
    const read = readRules(text, this.#known)
    if (!read.ok) throw new InvalidRulesError(read.faults)
    await this.#load()
    const latest = this.#latest?.version ?? 0
    if (based_on !== undefined && based_on !== latest) throw new RulesConflictError(latest)
    const created_at = formatTimestamp(this.#deps.clock())
    const stored = await this.#deps.store.add({ text, note, author: principal.id, created_at }, latest)
    if (!stored) throw new RulesConflictError(latest + 1)
    await this.#load()
    return { version: stored.version, hints: read.hints }
  }

  /** Saves nothing. Throws an `UnknownModelError`, and an `InvalidRulesError` where what is saved cannot be read. */
  async carried({ from, to }: { from: string; to: string }): Promise<CarriedRules> {
    const { id } = this.#deps.models.named(to)
    await this.#load()
    const { text = '', version = 0 } = this.#latest ?? {}
    const names = this.check(text).rules.namesFor(from)
    return { version, text: withOtherModel(text, (name) => this.#known.resolve(name) === from, id), names }
  }

  /** A version of its own, with its reason, where anything changes. Throws what `carried` and `save` do. */
  async carryOver(
    principal: Principal,
    { from, to, note, based_on }: { from: string; to: string; note?: string | undefined; based_on: number },
  ): Promise<{ version: number; names: string[] }> {
    const { version: latest, text, names } = await this.carried({ from, to })
    if (based_on !== latest) throw new RulesConflictError(latest)
    if (text === this.#latest?.text || latest === 0) return { version: latest, names: [] }
    const why = note ?? `carried over from ${from} to ${to}`
    const { version } = await this.save(principal, { text, note: why, based_on })
    return { version, names }
  }

  /** What a text would be, without saving it. Throws an `InvalidRulesError`. */
  check(text: string): { rules: RuleSet; hints: YamlFault[] } {
    const read = readRules(text, this.#known)
    if (!read.ok) throw new InvalidRulesError(read.faults)
    return read
  }

  close(): void {
    clearInterval(this.#looking)
  }

  get #known(): KnownModels {
    const { models } = this.#deps
    return { resolve: (name) => models.find(name)?.id, nearMatches: (name) => models.nearMatches(name) }
  }

  async #load(): Promise<void> {
    const latest = await this.#deps.store.latest()
    if (latest === null || latest.version === this.#latest?.version) return
    const read = readSaved(latest, this.#known)
    // After a start nothing holds yet.
    if (!read.ok && this.#latest === null) this.#set = await this.#lastGood(latest.version)
    this.#latest = latest
    this.#problem = read.ok ? null : new InvalidRulesError(read.faults).message
    if (read.ok) this.#set = read.rules
    else this.#deps.log.warn('the routing rules cannot be read, those before them go on', { problem: this.#problem })
  }

  async #lastGood(before: number): Promise<RuleSet> {
    for (let version = before - 1; version > 0; version -= 1) {
      const saved = await this.#deps.store.version(version)
      const read = saved && readSaved(saved, this.#known)
      if (read?.ok) return read.rules
    }
    return NO_RULES
  }
}

/** A model that was there when they were saved may be gone: then its rule is rejected, turn by turn, and the others hold. */
function readSaved({ text }: Pick<StoredRules, 'text'>, { resolve }: KnownModels): ReadRules {
  return readRules(text, { resolve: (name) => resolve(name) ?? name, nearMatches: () => [], wasSaved: true })
}

/** The least of several amounts in dollars. */
export function least(amounts: readonly string[]): string | null {
  const [first, ...others] = amounts
  return first === undefined ? null : Decimal.min(first, ...others).toFixed()
}
