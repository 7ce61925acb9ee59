import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { Unavailability } from '#lib/models/availability.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/models', {
  async GET({ server: { models, wireTypes } }) {
    await models.refresh()
    const { defaultModel, unlisted, configProblem } = models
    const listed = models
      .list()
      .map((model) => ({ ...model, unavailable: unavailable(models.availability.of(model.id)) }))
    return { models: listed, default: defaultModel, unlisted, wires: wireTypes, config_problem: configProblem }
  },
})

function unavailable(found: Unavailability | null) {
  if (!found) return null
  return { ...found, since: formatTimestamp(found.since * 1_000), until: formatTimestamp(found.until * 1_000) }
}
