import type { Role } from '#lib/principal.ts'

/** Who looks at a page. `signsIn`: somebody who can sign out; on a server for its own machine alone nobody can. */
export interface Viewer {
  role: Role
  signsIn: boolean
}
