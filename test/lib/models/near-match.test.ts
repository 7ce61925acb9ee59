import { describe, expect, test } from 'vitest'
import { CATALOG } from '#lib/models/catalog.ts'
import { editDistance, nearMatches } from '#lib/models/near-match.ts'

const ids = CATALOG.map((entry) => entry.id)

describe('near matches of an unknown model', () => {
  test.each([
    ['anthropic:claude-sonet-4-6', 'anthropic:claude-sonnet-4-6'],
    ['claude-sonnet-4.6', 'anthropic:claude-sonnet-4-6'],
    ['openai:gpt4o', 'openai:gpt-4o'],
    ['anthropic:gpt-5-mini', 'openai:gpt-5-mini'],
    ['Demo:OpenAI', 'demo:openai'],
  ])('for %s start with %s', (typed, meant) => {
    expect(nearMatches(typed, ids)[0]).toBe(meant)
  })

  test('include what holds the typed text', () => {
    expect(nearMatches('opus', ids)).toEqual([
      'anthropic:claude-opus-5',
      'anthropic:claude-opus-5-5',
      'anthropic:claude-opus-4-7',
    ])
  })

  test('are none when nothing is near', () => {
    expect(nearMatches('zzzzzzzzzzzz', ids)).toEqual([])
    expect(nearMatches('  ', ids)).toEqual([])
    expect(nearMatches('gpt-5', [])).toEqual([])
  })

  test('are as many as asked for, each once', () => {
    expect(nearMatches('sonnet', ids, 1)).toHaveLength(1)
    expect(nearMatches('sonnet', ['sonnet', 'sonnet'])).toEqual(['sonnet'])
  })

  test.each([
    // Holding the typed text counts from three letters on.
    ['abc', ['xxabcxx'], ['xxabcxx']],
    ['ab', ['xxxxabxx'], []],
    // One edit always, then one for every three letters.
    ['ab', ['ax'], ['ax']],
    ['ab', ['xy'], []],
    ['abcdef', ['abcdxy'], ['abcdxy']],
    ['abcdef', ['abcxyz'], []],
    // With the provider, without it, or under another one, which is an edit of its own.
    ['abcdef', ['p:abcdef'], ['p:abcdef']],
    ['pppppp:abc', ['qqqqqq:abc'], ['qqqqqq:abc']],
    ['pp:abcd', ['qqqqqq:abyx'], []],
    // The nearest first, and of equals the shorter.
    ['abcdef', ['abcdxy', 'abcdex', 'abcdef-more'], ['abcdef-more', 'abcdex', 'abcdxy']],
    ['abcd', ['abcdefgh', 'abcdef'], ['abcdef', 'abcdefgh']],
    [' ABCD ', ['abcd'], ['abcd']],
    ['abcd', ['ABCD'], ['ABCD']],
  ])('of %j among %j are %j', (typed, candidates, near) => {
    expect(nearMatches(typed, candidates)).toEqual(near)
  })

  test('are three unless more are asked for', () => {
    const names = ['abcd1', 'abcd2', 'abcd3', 'abcd4']
    expect(nearMatches('abcd', names)).toEqual(names.slice(0, 3))
    expect(nearMatches('abcd', names, 4)).toEqual(names)
  })

  test('of a huge text cost no more than those of a long name', () => {
    expect(nearMatches('x'.repeat(1_000_000), ids)).toEqual([])
  })
})

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['abc', 'abc', 0],
  ['abc', 'adc', 1],
  ['abc', 'ab', 1],
  ['ab', 'ba', 1],
  ['kitten', 'sitting', 3],
  ['abcd', 'acbd', 1],
  ['abcd', 'badc', 2],
  ['ca', 'abc', 3],
  ['abcdef', 'fabcde', 2],
])('the distance of %j and %j is %i edits', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})
