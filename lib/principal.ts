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

/** For which team somebody asks: whoever is in several asks for none of them. */
function teamOf({ teams: [team, ...others] }: Principal): string | null {
  return team !== undefined && others.length === 0 ? team : null
}

/** Who a message is of, as it is kept (canonical-message-format §4.1). */
export function attributionOf(principal: Principal): { user_id: string; team_id?: string } {
  const team_id = teamOf(principal)
  return { user_id: principal.id, ...(team_id !== null && { team_id }) }
}

/** Who a call is of, as it is kept. */
export function callerOf(principal: Principal): { started_by: string; team_id: string | null } {
  return { started_by: principal.id, team_id: teamOf(principal) }
}

export function hasRole({ role }: Principal, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}
