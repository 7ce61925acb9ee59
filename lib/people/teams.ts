import { formatTimestamp } from '../canonical/timestamp.ts'
import type { AccountStore, AuditEntry, Team, TeamChange } from '../store/account-store.ts'
import type { Actor } from './people.ts'
import { TeamNameTakenError, UnknownTeamError } from './refused.ts'

/** People who are counted together: a budget may be one of a team. */
export class Teams {
  readonly #store: Pick<AccountStore, 'teams' | 'addTeam' | 'changeTeam' | 'removeTeam'>
  readonly #now: () => string
  readonly #newId: () => string

  /** `clock` in microseconds. */
  constructor({ store, clock, newId }: { store: AccountStore; clock: () => number; newId: () => string }) {
    this.#store = store
    this.#newId = newId
    this.#now = () => formatTimestamp(clock())
  }

  list(): Promise<Team[]> {
    return this.#store.teams()
  }

  /** Throws `TeamNameTakenError`. */
  async add(actor: Actor, name: string): Promise<Team> {
    const team = { id: this.#newId(), name, created_at: this.#now() }
    const added = await this.#store.addTeam(team, this.#audit(actor, 'team.made', team.id, name))
    if (added === 'name_taken') throw new TeamNameTakenError(name)
    return { id: team.id, name, members: [] }
  }

  /** Changes what is named; `members` are all of them from then on. Throws `UnknownTeamError`, `TeamNameTakenError`. */
  async change(actor: Actor, id: string, change: TeamChange): Promise<void> {
    const { name = await this.#nameOf(id) } = change
    const changed = await this.#store.changeTeam(id, change, this.#audit(actor, 'team.changed', id, name))
    if (changed === 'unknown') throw new UnknownTeamError()
    if (changed === 'name_taken') throw new TeamNameTakenError(name)
  }

  /** Throws `UnknownTeamError`. */
  async remove(actor: Actor, id: string): Promise<void> {
    const audit = this.#audit(actor, 'team.removed', id, await this.#nameOf(id))
    if (!(await this.#store.removeTeam(id, audit))) throw new UnknownTeamError()
  }

  async #nameOf(id: string): Promise<string> {
    const team = (await this.#store.teams()).find((each) => each.id === id)
    if (!team) throw new UnknownTeamError()
    return team.name
  }

  #audit({ principal, address }: Actor, action: string, subject_id: string, name: string): AuditEntry {
    return { id: this.#newId(), at: this.#now(), actor_id: principal.id, action, subject_id, detail: { name }, address }
  }
}
