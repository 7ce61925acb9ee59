/** What a person may do, each with all that those before it may: a member has their own chats, an admin sees to the installation, the owner to the admins. */
const ROLES = ['member', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** Who asks: of every request, and of every turn, tool and stored session that comes of one. */
export interface Principal {
  readonly id: string
  readonly role: Role
  /** Ids of the teams that they are in. */
  readonly teams: readonly string[]
}

/** Who reaches a server that listens on this machine only is its owner: there is no sign-in. */
export const LOCAL_OWNER: Principal = { id: 'local', role: 'owner', teams: [] }

/**
 * Who a message and a call are of, as they are kept (canonical-message-format §4.1). Whoever is in several teams asks for
 * none of them.
 */
export function attributionOf({ id, teams: [team, ...others] }: Principal): { user_id: string; team_id?: string } {
  return { user_id: id, ...(team !== undefined && others.length === 0 && { team_id: team }) }
}

export function hasRole({ role }: Principal, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}
