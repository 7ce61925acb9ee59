import { expect, test } from 'vitest'
import { namedModels } from '#lib/search/named-models.ts'

const MODELS = [
  { id: 'anthropic:claude-sonnet-4-5', label: 'Claude Sonnet 4.5', provider_label: 'Anthropic' },
  { id: 'local:poet', label: 'Der Dichter', provider_label: 'My server' },
]

test.each([
  ['claude son', ['anthropic:claude-sonnet-4-5']],
  ['Sonnet 4.5', ['anthropic:claude-sonnet-4-5']],
  ['dichter', ['local:poet']],
  ['my server', ['local:poet']],
  ['ichter', []],
  ['* ', []],
])('the models that people know as %j', (name, ids) => {
  expect(namedModels(MODELS, name)).toEqual(ids)
})
