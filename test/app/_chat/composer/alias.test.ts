import { describe, expect, test } from 'vitest'
import { aliasProblem, aliasSuggestions } from '#app/_chat/composer/alias.ts'
import { english } from '#app/_texts/english/first.ts'
import { model } from '../model-builder.ts'

const MODELS = [
  model('demo:opus-mini', { label: 'Opus mini', aliases: ['opus-mini'] }),
  model('demo:opus', { label: 'Opus', aliases: ['opus'] }),
  model('away:far', { label: 'Far', aliases: ['far'], configured: false, scripted: false, provider_label: 'Away' }),
]
const named = (text: string) => aliasSuggestions(text, MODELS).map(({ alias }) => alias)

describe('what an @ may become', () => {
  test('is first of all the name that is whole', () => {
    expect(named('@op')).toEqual(['opus-mini', 'opus'])
    expect(named('@opus')).toEqual(['opus', 'opus-mini'])
    expect(named('@opus-mini')).toEqual([])
  })

  test.each([
    ['@far', null],
    ['@fa', '@far is Far: its provider, Away, is not set up.'],
    ['@nobody', 'No model here is called @nobody. The picker lists all of them.'],
    ['@opus', null],
    ['@opus-mini', null],
    ['@demo:anything', null],
    ['no @', null],
  ])('is said where it is nothing: %s', (text, problem) => {
    expect(aliasProblem(english, text, MODELS)).toBe(problem)
  })
})
