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

test('what it is called elsewhere is found from the beginning of a word on, behind what says it itself', () => {
  const items = [
    { name: 'Keyboard shortcuts', also: 'help keys' },
    { name: 'Help with keys', also: '' },
  ]
  const named = (typed: string) =>
    best(
      items,
      typed,
      ({ name }) => name,
      3,
      ({ also }) => also,
    ).map(({ name }) => name)
  expect(named('help')).toEqual(['Help with keys', 'Keyboard shortcuts'])
  expect(named('help shortcuts')).toEqual(['Keyboard shortcuts'])
  expect(named('elp')).toEqual(['Help with keys'])
})
