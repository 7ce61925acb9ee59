import { LANGUAGE_COOKIE, type Language, languageFor } from '../_texts/language.ts'

/** Of whoever sends a request. */
export function languageOf(headers: Headers): Language {
  const cookie = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`).exec(headers.get('cookie') ?? '')
  return languageFor(cookie?.[1], headers.get('accept-language'))
}
