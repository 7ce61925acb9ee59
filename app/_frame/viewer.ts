import type { Role } from '#lib/principal.ts'

/** Who looks at a page. `signsIn`: somebody who can sign out; on a server for its own machine alone nobody can. */
export interface Viewer {
  /** Null where nobody signs in, and of nobody. */
  id: string | null
  role: Role
  signsIn: boolean
}
