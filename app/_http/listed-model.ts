import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { Availability } from '#lib/models/availability.ts'
import type { ListedModel } from '#lib/models/model-directory.ts'

/** A model as it leaves: with whether it can be counted on. */
export function listedModel(model: ListedModel, availability: Availability) {
  const found = availability.of(model.id)
  const momentOf = (ms: number) => formatTimestamp(ms * 1_000)
  return { ...model, unavailable: found && { ...found, since: momentOf(found.since), until: momentOf(found.until) } }
}
