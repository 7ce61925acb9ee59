import { describe, expect, test } from 'vitest'
import { aliasSuggestions } from '#app/_chat/composer/alias.ts'
import { aliasOf } from '#app/_chat/composer/several-models.ts'
import {
  configProblemLabel,
  groupModels,
  modelLabel,
  priceLabel,
  problemLabel,
  unavailableLabel,
} from '#app/_chat/models/model.ts'
import { english } from '#app/_texts/english/first.ts'
import { english as late } from '#app/_texts/english/late.ts'
import { model } from '../model-builder.ts'

const MODELS = [
  model('one:big', { configured: false, aliases: ['big'] }),
  model('two:small', { aliases: ['small', 'sm'] }),
  model('demo:play', { configured: false, scripted: true, aliases: ['demo'] }),
]

describe('the picker', () => {
  test('groups by provider, what can be used first', () => {
    expect(groupModels(MODELS, '').map((group) => group.provider)).toEqual(['two', 'demo', 'one'])
  })

  test('finds by label, id and alias, every word in any order', () => {
    const found = (search: string) => groupModels(MODELS, search).flatMap((group) => group.models.map(({ id }) => id))
    expect(found('SMALL')).toEqual(['two:small'])
    expect(found('play demo:')).toEqual(['demo:play'])
    expect(found('@big')).toEqual(['one:big'])
    expect(found('none')).toEqual([])
  })

  test('calls a model by its label, an unlisted one by its verbatim name', () => {
    expect(modelLabel('two:small', MODELS)).toBe('SMALL')
    expect(modelLabel('host:name:cloud', MODELS)).toBe('name:cloud')
  })

  test('says what a model costs, and that a sample is one', () => {
    const price = { input_per_mtok_usd: '3', output_per_mtok_usd: '15', pricing_version: '1' }
    const free = { free: true, pricing_version: '1' } as const
    expect(priceLabel(english, { price, local: false })).toBe('$3 in · $15 out')
    expect(priceLabel(english, { price: { ...price, sample: true }, local: false })).toBe('$3 in · $15 out (sample)')
    expect(priceLabel(english, { price: null, local: false })).toBe('no price')
    expect(priceLabel(english, { price: free, local: false })).toBe('free')
    expect(priceLabel(english, { price: free, local: true })).toBe('0 · this machine')
    expect(priceLabel(english, { price: null, local: true })).toBe('no price')
    expect(priceLabel(english, { price, local: true })).toBe('$3 in · $15 out')
  })

  test('says what is wrong with the file of settings, and where', () => {
    const problem = { file: 'models.yaml', line: 3, column: 5, problem: 'adapters.work has no base_url' }
    const stands = 'Until it is mended, what was read before holds.'
    expect(configProblemLabel(late.panels, problem)).toBe(
      `models.yaml, line 3, column 5: adapters.work has no base_url. ${stands}`,
    )
    const unreadable = { ...problem, line: null, column: null, problem: 'cannot be read: EACCES' }
    expect(configProblemLabel(late.panels, unreadable)).toBe(`models.yaml: cannot be read: EACCES. ${stands}`)
  })

  test('says what is the matter with a server that lists nothing, and what to do', () => {
    const said = (['unreachable', 'key_refused', 'no_list', 'no_models'] as const).map((problem) =>
      problemLabel(english, { provider: 'openai', problem }),
    )
    expect(said).toEqual([
      'the server cannot be reached. Its models are listed as soon as it answers.',
      'the server refuses the key. Put the right one in its place in the settings.',
      'the server does not say which models it has. Begin a message with @openai:name to use one.',
      'the server has no models yet. They are listed as soon as it has.',
    ])
    expect(problemLabel(english, { provider: 'openai', problem: 'of_a_newer_server' as 'no_list' })).toBe(
      'the server lists no models.',
    )
  })
})

describe('an @alias at the start of a message', () => {
  test('is suggested while it is typed, from what can be used', () => {
    const names = (text: string) => aliasSuggestions(text, MODELS).map(({ alias }) => alias)
    expect(names('@')).toEqual(['small', 'sm', 'demo'])
    expect(names('@s')).toEqual(['small', 'sm'])
    expect(names('@demo')).toEqual([])
    expect(names('@demo hello')).toEqual([])
    expect(names('mail me@s')).toEqual([])
  })

  test('names the model, as does its id', () => {
    expect(aliasOf('@SM hello', MODELS)?.id).toBe('two:small')
    expect(aliasOf('@demo:play hello', MODELS)?.id).toBe('demo:play')
    expect(aliasOf('@nobody hello', MODELS)).toBeUndefined()
    expect(aliasOf('hello @sm', MODELS)).toBeUndefined()
  })
})

test('that a model is not counted on says since when, why and until when', () => {
  const [since, until] = ['2026-11-23T14:02:00.000000Z', '2026-11-23T14:07:00.000000Z']
  const said = (error_class: 'rate_limit' | 'content_filter') =>
    unavailableLabel(english, { of: 'model', error_class, since, until, is_asked: false })
  const clock = (text: string) => new Date(text).toTimeString().slice(0, 5)
  expect(said('rate_limit')).toBe(`unavailable since ${clock(since)}: rate limit; tried again at ${clock(until)}`)
  // Of a newer server, or one that has no words of its own.
  expect(said('content_filter')).toContain('its calls failed')
})
