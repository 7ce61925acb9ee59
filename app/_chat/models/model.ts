import type { ConfigProblem, Model, UnlistedProvider } from '#lib/api/model.ts'

/** `models.yaml, line 3, column 5: …` */
export function configProblemLabel({ file, line, column, problem }: ConfigProblem): string {
  const place = line === null ? file : `${file}, line ${line}, column ${column}`
  return `${place}: ${problem}. Until it is mended, what was read before holds.`
}

/** A newer server may see others. */
const PROBLEMS: Readonly<Record<string, (provider: string) => string>> = {
  unreachable: () => 'the server cannot be reached. Its models are listed as soon as it answers.',
  key_refused: () => 'the server refuses the key. Put the right one in its place in the settings.',
  no_list: (provider: string) =>
    `the server does not say which models it has. Begin a message with @${provider}:name to use one.`,
  no_models: () => 'the server has no models yet. They are listed as soon as it has.',
} satisfies Record<UnlistedProvider['problem'], unknown>

/** What is the matter with the server of a provider, and what to do; goes on after the provider's name. */
export function problemLabel({ provider, problem }: Pick<UnlistedProvider, 'provider' | 'problem'>): string {
  return PROBLEMS[problem]?.(provider) ?? 'the server lists no models.'
}

/** The model of that id; without one, the one that a session has unless it is given another. */
export function chosenModel(
  id: string | null,
  list: { models: readonly Model[]; default: string } | undefined,
): Model | undefined {
  return list?.models.find((model) => model.id === (id ?? list.default))
}

export function isUsable(model: Model): boolean {
  return model.configured || model.scripted
}

/** Before the colon of a model's id. */
export function providerOf(id: string): string {
  return id.slice(0, id.indexOf(':'))
}

/** What people call a model: its label, or its verbatim name when it is not in the list. */
export function modelLabel(id: string, models: readonly Model[]): string {
  return models.find((model) => model.id === id)?.label ?? id.slice(id.indexOf(':') + 1)
}

export interface ModelGroup {
  provider: string
  label: string
  models: Model[]
}

/** Models that match every word of a search, usable ones first, in groups by provider in their given order. */
export function groupModels(models: readonly Model[], search: string): ModelGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, ModelGroup>()
  for (const model of models.toSorted((a, b) => Number(isUsable(b)) - Number(isUsable(a)))) {
    const text = [model.id, model.label, model.provider_label, ...model.aliases.map((alias) => `@${alias}`)]
      .join(' ')
      .toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    const { provider, provider_label: label } = model
    const { models: before } = groups.get(provider) ?? { models: [] }
    groups.set(provider, { provider, label, models: [...before, model] })
  }
  return [...groups.values()]
}

export function modelsLabel(count: number): string {
  return count === 1 ? '1 model' : `${count} models`
}

/** Of a model that runs on the machine of the server. */
export const LOCAL_AMOUNT = '0 · this machine'

/** `$3 in · $15 out`, per million tokens. */
export function priceLabel({ price, local }: Pick<Model, 'price' | 'local'>): string {
  if (local && (!price || 'free' in price)) return LOCAL_AMOUNT
  if (!price) return 'no price'
  if ('free' in price) return 'free'
  const rates = `$${price.input_per_mtok_usd} in · $${price.output_per_mtok_usd} out`
  return price.sample ? `${rates} (sample)` : rates
}
