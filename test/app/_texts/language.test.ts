import { expect, test } from 'vitest'
import { languageFor } from '#app/_texts/language.ts'

test.each([
  ['de', 'en', 'de', 'what was chosen goes before what the browser asks for'],
  ['en', 'de', 'en', 'in either direction'],
  ['fr', 'de', 'de', 'what is not spoken here was not chosen'],
  ['"><script>', null, 'en', 'nor was anything else'],
  [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de', 'a dialect is its language'],
  [undefined, 'fr, en;q=0.4, de;q=0.6', 'de', 'the one that is wanted most of those spoken here'],
  [undefined, 'en-US, de', 'en', 'the first of two that are wanted alike'],
  [undefined, 'de;q=0, en;q=0.1', 'en', 'a weight of zero is a no'],
  [undefined, 'DE', 'de', 'in any case of letters'],
  [undefined, 'den, deutsch', 'en', 'a name that only begins alike is another'],
  [undefined, '*', 'en', 'whichever: the first'],
  [undefined, ',;q=,;;', 'en', 'and so is nonsense'],
  [undefined, null, 'en', 'and nothing'],
])('a cookie of %s and a wish for %s are answered in %s: %s', (chosen, accepted, language, _why) => {
  expect(languageFor(chosen, accepted)).toBe(language)
})
