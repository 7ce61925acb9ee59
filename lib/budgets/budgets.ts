import { newId } from '../canonical/id.ts'
import { fromPicoDollars, toPicoDollars } from '../canonical/pico-dollars.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import type { Bill } from '../pricing/bill.ts'
import type { Principal } from '../principal.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { BudgetShare, BudgetStore, HeldShare, Standing } from '../store/budget-store.ts'
import type { RequestKey } from '../store/store.ts'
import type { Budget, BudgetLevel, BudgetPatch, BudgetStanding } from './budget.ts'
import { BudgetSpentError, BudgetSubjectError, BudgetTakenError, UnknownBudgetError } from './budget-error.ts'
import { periodAt, shareOf } from './share.ts'

/** What a budget is to be. */
export type SaidBudget = Omit<Budget, 'id' | 'author' | 'created_at'>

/** A call that is to be made. */
export interface ExpectedCall {
  /** Of the turn, or of a request that is part of none. */
  hold_id: string
  model: string
  /** By the prices that hold now; unpriced where the model has none. */
  estimate: Pick<Bill, 'cost_usd'>
}

/** A budget with the shares of it that are listed, and how many there are. */
export interface BudgetShares {
  budget: Budget
  standings: BudgetStanding[]
  share_count: number
}

interface Deps {
  store: BudgetStore
  /** Whom and what a budget may name. */
  accounts: Pick<AccountStore, 'person' | 'teams'>
  models: Pick<ModelDirectory, 'named'>
  /** Microseconds. */
  clock: () => number
}

/** A million dollars, as whole 10^-12 dollars. */
const MORE_THAN_ANY_LIMIT = 10n ** 18n

/** A list of everybody ends there: the rest spent less. */
const MOST_PEOPLE = 100

/** Who may spend how much, what was spent, and what is kept back for calls that run. */
export class Budgets {
  readonly #store: BudgetStore
  readonly #accounts: Deps['accounts']
  readonly #models: Deps['models']
  readonly #clock: () => number

  constructor({ store, accounts, models, clock }: Deps) {
    this.#store = store
    this.#accounts = accounts
    this.#models = models
    this.#clock = clock
  }

  /** All of them as they stand; one of which everybody has a share, with the hundred largest. */
  async list(): Promise<BudgetShares[]> {
    const budgets = await this.#store.list()
    const at = this.#clock()
    return await Promise.all(
      budgets.map(async (budget) => {
        const { starts_at } = periodAt(budget.period, budget.time_zone, at)
        const { standings, count } = hasShares(budget)
          ? await this.#store.everybody(budget.id, starts_at, MOST_PEOPLE)
          : { standings: await this.#store.standings([{ budget_id: budget.id, subject: '', starts_at }]), count: 1 }
        return { budget, standings: standings.map((standing) => standingOf(budget, standing)), share_count: count }
      }),
    )
  }

  /** Those that count what this person spends, the one nearest to its end first. */
  async standings(principal: Principal): Promise<BudgetStanding[]> {
    const shares = await this.#shares(principal)
    if (shares.length === 0) return []
    const found = await this.#store.standings(shares.map(({ share }) => share))
    const standings = shares.flatMap(({ budget }, n) => {
      const standing = found[n]
      return standing ? [standingOf(budget, standing)] : []
    })
    return standings.sort((a, b) => shareSpent(b) - shareSpent(a))
  }

  /** Throws `BudgetSubjectError`, `BudgetTakenError`, `UnknownModelError`. */
  async add(principal: Principal, said: SaidBudget, key?: RequestKey): Promise<Budget> {
    await this.#assertThere(principal, said)
    const at = this.#clock()
    const route_to = this.#modelId(said.route_to)
    const budget = { ...said, id: newId(), route_to, author: principal.id, created_at: formatTimestamp(at) }
    const { starts_at } = periodAt(said.period, said.time_zone, at)
    const added = await this.#store.add(budget, starts_at, key && { ...key, answer: budget })
    if (added === 'taken') throw new BudgetTakenError()
    return budget
  }

  /** Throws `UnknownBudgetError`, `UnknownModelError`. */
  async change(id: string, { route_to, ...patch }: BudgetPatch): Promise<Budget> {
    const changed = await this.#store.change(id, {
      ...patch,
      ...(route_to !== undefined && { route_to: this.#modelId(route_to) }),
    })
    if (!changed) throw new UnknownBudgetError('there is no such budget')
    return changed
  }

  /** Throws `UnknownBudgetError`. */
  async remove(id: string): Promise<void> {
    if (!(await this.#store.remove(id))) throw new UnknownBudgetError('there is no such budget')
  }

  /** A spent budget that names the model which alone is asked from now on; `null` while there is none. */
  async route(principal: Principal): Promise<BudgetStanding | null> {
    const standings = await this.standings(principal)
    return standings.find(({ level, budget }) => level === 'spent' && budget.route_to !== null) ?? null
  }

  /**
   * Keeps back what a call is expected to cost, of each budget that counts it, until it has ended. Throws a
   * `BudgetSpentError`; nothing is kept back then.
   */
  async hold(principal: Principal, { hold_id, model, estimate }: ExpectedCall): Promise<void> {
    const at = this.#clock()
    const shares = await this.#shares(principal, at)
    if (shares.length === 0) return
    const { cost_usd } = estimate
    const amount = cost_usd === null ? 0n : (toPicoDollars(cost_usd) ?? MORE_THAN_ANY_LIMIT)
    const asked = shares.map(({ budget, share }): HeldShare => {
      // What costs nothing takes nothing away, however little is left.
      const passes = amount === 0n || budget.route_to === model
      return { ...share, limit: limitOf(budget), passes }
    })
    if (cost_usd === null) {
      const refusing = shares.find(({ budget }) => !budget.allows_unpriced && budget.route_to !== model)
      if (refusing) {
        const [standing] = await this.#store.standings([refusing.share])
        if (standing) throw new BudgetSpentError(standingOf(refusing.budget, standing), null, model)
      }
    }
    const { held, standings } = await this.#store.hold({ hold_id, at, amount, shares: asked })
    if (held) return
    const n = asked.findIndex(({ passes, limit }, n) => !passes && leaves(standings[n], limit) < amount)
    const [over, standing] = [shares[n], standings[n]]
    // Between the question and the refusal nothing else came: they are one write.
    if (!over || !standing) throw new Error('a budget refused a call for no reason')
    throw new BudgetSpentError(standingOf(over.budget, standing), cost_usd, model)
  }

  /** For calls that are not made after all. */
  async release(holdIds: readonly string[]): Promise<void> {
    await this.#store.release(holdIds)
  }

  async #shares(principal: Principal, at = this.#clock()): Promise<{ budget: Budget; share: BudgetShare }[]> {
    const budgets = await this.#store.list()
    return budgets.flatMap((budget) => shareOf(budget, principal, at).map((share) => ({ budget, share })))
  }

  /** Whoever asks is somebody, also where nobody has an account. */
  async #assertThere({ id }: Principal, { person_id, team_id }: SaidBudget): Promise<void> {
    if (person_id !== null && person_id !== id && !(await this.#accounts.person(person_id))) {
      throw new BudgetSubjectError('person_id')
    }
    if (team_id !== null && !(await this.#accounts.teams()).some((team) => team.id === team_id)) {
      throw new BudgetSubjectError('team_id')
    }
  }

  #modelId(named: string | null): string | null {
    return named === null ? null : this.#models.named(named).id
  }
}

function hasShares({ scope, person_id }: Budget): boolean {
  return (scope === 'person' || scope === 'member') && person_id === null
}

function limitOf({ limit_usd }: Budget): bigint {
  return toPicoDollars(limit_usd) ?? 0n
}

function leaves(standing: Standing | undefined, limit: bigint): bigint {
  return standing ? limit - standing.spent - standing.held : limit
}

const usd = (picodollars: bigint) => fromPicoDollars(0n, picodollars)

function standingOf(budget: Budget, standing: Standing): BudgetStanding {
  const { spent, held, uncertain, unpriced_calls, subject, starts_at } = standing
  const left = leaves(standing, limitOf(budget))
  const { ends_at } = periodAt(budget.period, budget.time_zone, starts_at)
  return {
    budget,
    subject: subject || null,
    spent_usd: usd(spent),
    uncertain_usd: usd(uncertain),
    held_usd: usd(held),
    left_usd: usd(left > 0n ? left : 0n),
    level: levelOf(spent + held, limitOf(budget)),
    unpriced_calls,
    starts_at: formatTimestamp(starts_at),
    ends_at: formatTimestamp(ends_at),
  }
}

function levelOf(used: bigint, limit: bigint): BudgetLevel {
  if (used >= limit) return 'spent'
  if (used * 100n >= limit * 95n) return 'over_95'
  return used * 100n >= limit * 80n ? 'over_80' : 'under'
}

/** Of 1; a number will do to put them in order. */
function shareSpent({ budget, spent_usd, held_usd }: BudgetStanding): number {
  return (Number(spent_usd) + Number(held_usd)) / Number(budget.limit_usd)
}
