import type { Model } from '#lib/api/model.ts'
import { ALL_CAPABILITIES } from '#test/support/message-builder.ts'

export function model(id: string, fields: Partial<Model> = {}): Model {
  return {
    id,
    label: id.slice(id.indexOf(':') + 1).toUpperCase(),
    provider: id.slice(0, id.indexOf(':')),
    provider_label: id.slice(0, id.indexOf(':')),
    configured: true,
    local: false,
    scripted: false,
    aliases: [],
    capabilities: { ...ALL_CAPABILITIES, assumed: false },
    efforts: [],
    takes_temperature: true,
    ends: null,
    price: null,
    unavailable: null,
    ...fields,
  }
}
