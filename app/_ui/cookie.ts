const YEAR_SECONDS = 31_536_000

/** Keeps a choice of this browser where the server reads it before it renders; `null` forgets it. */
export function keepCookie(name: string, value: string | null): void {
  const age = value === null ? 0 : YEAR_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${age}; samesite=lax`
}
