import type { Session } from '../canonical/session.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'

/** The one that a turn without any wish would ask. */
export function modelOfChat(
  { active_model, pending_model }: Pick<Session, 'active_model' | 'pending_model'>,
  models: ModelDirectory,
): AvailableModel | undefined {
  const chosen = pending_model === undefined ? active_model : pending_model
  return models.find(chosen ?? models.defaultModel)
}
