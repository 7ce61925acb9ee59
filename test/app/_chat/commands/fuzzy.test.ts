import { expect, test } from 'vitest'
import { best } from '#app/_chat/commands/fuzzy.ts'

const find = (items: string[], typed: string) => best(items, typed, (item) => item, 3)

test('the beginning of a text comes before the beginning of a word, its middle and letters one after the other', () => {
  const items = ['renew', 'a new chat', 'new chat', 'never ends well']
  expect(find(items, 'new')).toEqual(['new chat', 'a new chat', 'renew'])
  expect(find(items, 'nwch')).toEqual(['a new chat', 'new chat'])
  expect(find(items, 'chat new')).toEqual(['new chat', 'a new chat'])
  expect(find(items, 'xyz')).toEqual([])
})
