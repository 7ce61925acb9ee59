import type { ConfigProblem, Model, UnlistedProvider } from '#lib/api/model.ts'
import type { NamedModel } from '../../_content/model-name.tsx'
import type { LateTexts, Texts } from '../../_texts/texts.ts'

/** `models.yaml, line 3, column 5: …` */
export function configProblemLabel(words: LateTexts['panels'], { file, line, column, problem }: ConfigProblem): string {
  return words.config_problem(line === null ? file : words.place_in_file(file, line, column), problem)
}

/** What is the matter with the server of a provider, and what to do; goes on after the provider's name. */
export function problemLabel(
  { models: words }: Pick<Texts, 'models'>,
  { provider, problem }: Pick<UnlistedProvider, 'provider' | 'problem'>,
): string {
  // A newer server may see others.
  return words.problems[problem]?.(provider) ?? words.no_models_listed
}

/** That a model is not counted on, why and until when; goes on after its name. */
export function unavailableLabel(
  { models: words }: Pick<Texts, 'models'>,
  { error_class, since, until }: NonNullable<Model['unavailable']>,
): string {
  return words.unavailable(new Date(since), failureWords(words, error_class), new Date(until))
}

/** Until when a model answers, or since when it does not; goes on after its name. */
export function endLabel(
  { models: words, format }: Pick<Texts, 'models' | 'format'>,
  { on }: NonNullable<Model['ends']>,
  now = new Date(),
): string {
  const end = new Date(`${on}T00:00:00`)
  const day = format.shortDay(end, now)
  return end > now ? words.ends(day) : words.ended(day)
}

/** What the failed calls of a model had in common. */
export function failureWords({ unavailable_because: words }: Texts['models'], error_class: string): string {
  const because: Readonly<Record<string, string>> = words
  return because[error_class] ?? words.other
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
export function modelLabel(id: string, models: readonly Pick<Model, 'id' | 'label'>[]): string {
  return models.find((model) => model.id === id)?.label ?? id.slice(id.indexOf(':') + 1)
}

export function namedModel(id: string, models: readonly Pick<Model, 'id' | 'label'>[]): NamedModel {
  return { provider: providerOf(id), label: modelLabel(id, models) }
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

/** `$3 in · $15 out`, per million tokens. Free is what a row of the prices says is free, also on this machine (2026-11-23). */
export function priceLabel(
  { models: words }: Pick<Texts, 'models'>,
  { price, local }: Pick<Model, 'price' | 'local'>,
): string {
  if (!price) return words.no_price
  if ('free' in price) return local ? words.local_amount : words.free
  const rates = words.price(price.input_per_mtok_usd, price.output_per_mtok_usd)
  return price.sample ? words.sample(rates) : rates
}
