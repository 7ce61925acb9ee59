import { wordsOf } from './word.ts'

/** A name that many models have narrows nothing down. */
const MOST = 50

interface NamedModel {
  id: string
  label: string
  provider_label: string
}

/** Ids of the models that people know by this name, or by one that it begins. */
export function namedModels(models: readonly NamedModel[], name: string): string[] {
  const asked = wordsIn(name)
  if (asked === '') return []
  return models
    .filter(({ label, provider_label }) => ` ${wordsIn(`${provider_label} ${label}`)}`.includes(` ${asked}`))
    .map(({ id }) => id)
    .slice(0, MOST)
}

function wordsIn(text: string): string {
  return Array.from(wordsOf(text), ({ word }) => word).join(' ')
}
