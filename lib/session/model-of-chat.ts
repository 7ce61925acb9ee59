import type { Session } from '../canonical/session.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { Principal } from '../principal.ts'
import { type AutomaticDeps, automaticOf } from '../turn/automatic.ts'
import type { NextRequest } from '../turn/next-request.ts'

/** What is chosen for a chat, be it for after the turn that runs; `null`: nothing, so that the chain decides. */
export function chosenFor({ active_model, pending_model }: Pick<Session, 'active_model' | 'pending_model'>) {
  return pending_model === undefined ? active_model : pending_model
}

/** The one that a turn without any wish would ask. */
export async function modelOfChat(
  deps: AutomaticDeps,
  principal: Principal,
  session: Session,
  request: NextRequest,
): Promise<AvailableModel | undefined> {
  const chosen = chosenFor(session)
  return chosen === null ? (await automaticOf(deps, principal, session, request)).model : deps.models.find(chosen)
}
