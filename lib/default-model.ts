import { EnvError } from './env.ts'
import type { Logger } from './log.ts'
import type { ModelDirectory } from './models/model-directory.ts'

/**
 * Nobody is to be answered, and billed, by another model than the one that was set: a name that no provider can know is
 * refused with an `EnvError`. A server of the user's own may know more than it lists, or be away just now: then the name
 * is taken as it is.
 */
export function checkDefaultModel(models: ModelDirectory, id: string | null, log: Logger): void {
  if (id === null) return
  // Whoever named a server of their own does not mean a script that plays one.
  const scripted = new Set(models.list().flatMap((model) => (model.scripted ? [model.id] : [])))
  const near = models.nearMatches(id).filter((found) => !scripted.has(found) || id.startsWith('demo:'))
  if (!models.find(id)) {
    const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : 'is its provider set up?'
    throw new EnvError(`METIS_DEFAULT_MODEL names ${id}, which no provider here has; ${hint}`)
  }
  if (!models.isListed(id)) {
    log.warn('the server of the default model does not list it, or cannot be asked: it is taken as it is', {
      model: id,
      near,
    })
  }
}
