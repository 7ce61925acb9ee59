const CHARACTERS_PER_TOKEN = 4

/** The demo counts by length, so that the same request always costs the same. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

export function charactersIn(tokens: number): number {
  return tokens * CHARACTERS_PER_TOKEN
}

export const TOKENS_PER_PICTURE = 1_000
