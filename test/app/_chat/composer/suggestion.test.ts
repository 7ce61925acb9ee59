import { expect, test } from 'vitest'
import { awaitedSuggestions } from '#app/_chat/composer/suggestion.ts'

test('what may become a command or a name is waited for, and nothing else is held back', () => {
  const isAwaited = (text: string) => awaitedSuggestions(text).nothing !== null
  const begun = ['/', '/mod', '/model big', '@', '@big']
  expect(begun.filter(isAwaited)).toEqual(begun)
  expect(['', 'a question', '/etc/hosts is wrong', '@big what is it?', 'a /path'].filter(isAwaited)).toEqual([])
})
