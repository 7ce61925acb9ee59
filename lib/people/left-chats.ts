import { formatTimestamp } from '../canonical/timestamp.ts'
import { hasRole } from '../principal.ts'
import type { AccountStore, AuditEntry, RemovedPerson } from '../store/account-store.ts'
import type { Actor, Chats } from './people.ts'
import { RoleRequiredError, UnknownPersonError } from './refused.ts'

interface Deps {
  store: Pick<
    AccountStore,
    'person' | 'removedPeople' | 'removedPerson' | 'handOverChats' | 'discardChats' | 'addAudit'
  >
  chats: Chats
  /** Microseconds. */
  clock: () => number
  newId: () => string
}

/** What becomes of the chats of people who were removed. Until it is decided they stay as they are, seen by nobody. */
export class LeftChats {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Who left some, the latest first. */
  list(): Promise<RemovedPerson[]> {
    return this.#deps.store.removedPeople()
  }

  /**
   * With what was uploaded for them. Whoever gets them reads them, so only an owner does it. Returns how many there were.
   * Throws `RoleRequiredError`, `UnknownPersonError`.
   */
  async handOver(actor: Actor, from: string, to: string): Promise<number> {
    const { store, chats } = this.#deps
    assertOwner(actor, 'only an owner hands chats over: whoever gets them reads them')
    const left = await this.#leftBy(from)
    const receiver = await store.person(to)
    if (!receiver) throw new UnknownPersonError()
    const audit = this.#audit(actor, 'chats.handed_over', left, { to: receiver.id, to_name: receiver.name })
    if (left.chats === 0) return 0
    await chats.stopOf(from)
    const ids = await store.handOverChats(from, to, audit)
    await chats.tellOfNew(ids)
    return ids.length
  }

  /** To be noted before they are read. Throws as `handOver`. */
  async noteExport(actor: Actor, from: string): Promise<void> {
    assertOwner(actor, 'only an owner exports chats of somebody: whoever does reads them')
    const left = await this.#leftBy(from)
    await this.#deps.store.addAudit(this.#audit(actor, 'chats.exported', left, {}))
  }

  /** For good, after the time in which any deleted chat can come back. Returns how many there were. Throws as `handOver`. */
  async delete(actor: Actor, from: string): Promise<number> {
    const left = await this.#leftBy(from)
    if (left.role !== 'member') assertOwner(actor, 'only an owner deletes what an admin or an owner left')
    if (left.chats === 0) return 0
    await this.#deps.chats.stopOf(from)
    return (await this.#deps.store.discardChats(from, this.#audit(actor, 'chats.deleted', left, {}))).length
  }

  async #leftBy(id: string): Promise<RemovedPerson> {
    const left = await this.#deps.store.removedPerson(id)
    if (!left) throw new UnknownPersonError()
    return left
  }

  #audit(
    { principal, address }: Actor,
    action: string,
    from: RemovedPerson,
    detail: Record<string, string>,
  ): AuditEntry {
    const { clock, newId } = this.#deps
    const { id: subject_id, email, name, chats } = from
    const about = { email, name, chats, ...detail }
    return {
      id: newId(),
      at: formatTimestamp(clock()),
      actor_id: principal.id,
      action,
      subject_id,
      detail: about,
      address,
    }
  }
}

function assertOwner({ principal }: Actor, words: string): void {
  if (!hasRole(principal, 'owner')) throw new RoleRequiredError(words)
}
