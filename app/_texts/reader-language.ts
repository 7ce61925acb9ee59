import { cookies, headers } from 'next/headers'
import { LANGUAGE_COOKIE, type Language, languageFor } from './language.ts'
import type { LateTexts, Texts } from './texts.ts'

/** Of the reader whose request is answered. */
export async function readerLanguage(): Promise<Language> {
  const [jar, said] = await Promise.all([cookies(), headers()])
  return languageFor(jar.get(LANGUAGE_COOKIE)?.value, said.get('accept-language'))
}

/** For what the server alone renders: no script comes with it, and so no catalogue. */
export async function readerTexts(): Promise<{ texts: Texts; late: LateTexts }> {
  const catalogues = (await readerLanguage()) === 'de' ? german() : english()
  const [{ texts }, { late }] = await catalogues
  return { texts, late }
}

async function english() {
  const [first, late] = await Promise.all([import('./english/first.ts'), import('./english/late.ts')])
  return [{ texts: first.english }, { late: late.english }] as const
}

async function german() {
  const [first, late] = await Promise.all([import('./german/first.ts'), import('./german/late.ts')])
  return [{ texts: first.german }, { late: late.german }] as const
}
