'use client'

import { providerOf } from '../../_chat/models/model.ts'
import { useModels } from '../../_client/use-api.ts'
import { useProviders } from '../../_client/use-providers.ts'

export interface ModelNames {
  /** As people call it, else as its provider does. */
  labelOf: (id: string) => string
  providerLabel: (provider: string) => string
  /** Whether rows may be of this provider; true while it is not known, and the server decides. */
  isProvider: (provider: string) => boolean
  /** Whether it answers from a server of one's own, where no rates hold but a row that says `free`. */
  isOwnServer: (provider: string) => boolean
}

export function useModelNames(): ModelNames {
  const models = useModels().data?.models
  const providers = useProviders().data?.providers
  const labels = new Map(models?.map(({ id, label }) => [id, label]))
  const providerLabels = new Map([
    ...(models ?? []).map(({ provider, provider_label }) => [provider, provider_label] as const),
    ...(providers ?? []).map(({ id, label }) => [id, label] as const),
  ])
  return {
    labelOf: (id) => labels.get(id) ?? id.slice(id.indexOf(':') + 1),
    providerLabel: (provider) => providerLabels.get(provider) ?? provider,
    isOwnServer: (provider) => providers?.some(({ id, own_server }) => id === provider && own_server) ?? false,
    isProvider: (provider) => !models || !providers || providerLabels.has(provider),
  }
}

/** Whether a model has every word of a search in its id or its name. */
export function matches(names: ModelNames, id: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = `${id} ${names.labelOf(id)} ${names.providerLabel(providerOf(id))}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
