import { expect, test } from 'vitest'
import { questionForSeveral, withNames } from '#app/_chat/composer/several-models.ts'
import { model } from '../model-builder.ts'

const MODELS = [model('one:big', { aliases: ['big'] }), model('two:small', { aliases: ['small'] })]
const said = (text: string) => [{ type: 'text' as const, text }]

test.each([
  ['@big @small Why?', ['one:big', 'two:small'], 'Why?'],
  ['@big, @two:small: Why @big?', ['one:big', 'two:small'], 'Why @big?'],
  ['@big @big\nWhy?', ['one:big', 'one:big'], 'Why?'],
  ['@big @small @nobody Why?', ['one:big', 'two:small'], '@nobody Why?'],
])('%j is for several models', (text, models, rest) => {
  expect(questionForSeveral(said(text), MODELS)).toEqual({ models, content: said(rest) })
})

test.each(['@big Why?', 'Why @big @small?', '@nobody @big Why?', ' @big @small Why?'])('%j is for one', (text) => {
  expect(questionForSeveral(said(text), MODELS)).toBeNull()
})

test('what goes with the question stays with it, and names alone ask nothing', () => {
  const picture = { type: 'image' as const, source: { kind: 'file_ref' as const, data: 'x' }, media_type: 'image/png' }
  expect(questionForSeveral([picture, ...said('@big @small')], MODELS)).toEqual({
    models: ['one:big', 'two:small'],
    content: [picture],
  })
})

test.each([
  ['Why?', [0, 1], '@big @small Why?'],
  ['@small, Why?', [0], '@big Why?'],
  ['@big @small Why @big?', [], 'Why @big?'],
  ['', [1, 0], '@small @big '],
])('%j is given other names, and nothing else of it changes', (text, named, given) => {
  const models = named.flatMap((at) => MODELS[at] ?? [])
  expect(withNames(text, models, MODELS)).toBe(given)
})

test('a model whose short name another one has is named by its id', () => {
  const twin = model('two:big', { aliases: ['big'] })
  expect(withNames('Why?', [twin], [...MODELS, twin])).toBe('@two:big Why?')
})
