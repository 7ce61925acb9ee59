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

export function hasRole({ role }: Principal, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}
