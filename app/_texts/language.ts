/** The languages that the interface speaks. The first holds where a reader understands none of them. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** Holds what a reader has chosen; without it goes what their browser asks for. */
export const LANGUAGE_COOKIE = 'language'

/** Undefined where nothing was chosen, or nothing that is spoken here. */
export function parseLanguage(value: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === value)
}

/** What was chosen, else what the browser would rather have of what is spoken here: `de-AT, en;q=0.5`. */
export function languageFor(chosen: string | undefined, accepted: string | null): Language {
  return parseLanguage(chosen) ?? wanted(accepted ?? '') ?? LANGUAGES[0]
}

function wanted(accepted: string): Language | undefined {
  const ranges = accepted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { language: parseLanguage(tag.split('-')[0]), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  // Of two that are wanted alike the first goes; a weight of zero, or none that is a number, is a no.
  return ranges.filter(({ language, weight }) => language && weight > 0).toSorted((a, b) => b.weight - a.weight)[0]
    ?.language
}
