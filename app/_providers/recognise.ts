import type { Provider } from '#lib/api/provider.ts'

/**
 * Whose key it may be, by how it begins: those with the longest beginning that fits. One is certain, several are a question,
 * none says nothing.
 */
export function recognise(key: string, providers: readonly Provider[]): Provider[] {
  const fits = (provider: Provider) =>
    Math.max(0, ...provider.key_starts.filter((start) => key.startsWith(start)).map((start) => start.length))
  const longest = Math.max(0, ...providers.map(fits))
  return longest === 0 ? [] : providers.filter((provider) => fits(provider) === longest)
}

/** `My lab` as the id of a provider; empty where nothing of it can stand in one. */
export function idOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 32)
}
