import { describe, expect, test } from 'vitest'
import { CATALOG, findModel } from '#lib/models/catalog.ts'
import { overrideIn, parseOverride } from '#lib/routing/override.ts'

const models = {
  resolve: (name: string) => findModel(name)?.id,
  names: CATALOG.flatMap((entry) => [entry.id, ...entry.aliases]),
}
const parse = (text: string) => parseOverride(text, models)

describe('an override', () => {
  test.each([
    ['@demo hello', 'demo', 'demo:anthropic', '@demo', 'hello'],
    ['@DEMO2 hello', 'DEMO2', 'demo:openai', '@DEMO2', 'hello'],
    ['@demo2, what is @demo?', 'demo2', 'demo:openai', '@demo2,', 'what is @demo?'],
    ['@demo: hello', 'demo', 'demo:anthropic', '@demo:', 'hello'],
    ['@demo\n\n  indented', 'demo', 'demo:anthropic', '@demo', 'indented'],
    ['@demo', 'demo', 'demo:anthropic', '@demo', ''],
    ['@demo:openai hi', 'demo:openai', 'demo:openai', '@demo:openai', 'hi'],
    ['@openai:gpt-4.1-mini: hi', 'openai:gpt-4.1-mini', 'openai:gpt-4.1-mini', '@openai:gpt-4.1-mini:', 'hi'],
    ['@gpt-5.1 hi', 'gpt-5.1', 'openai:gpt-5.1', '@gpt-5.1', 'hi'],
  ])('at the start names the model: %j', (text, alias, model, prefix, rest) => {
    expect(parse(text)).toEqual({ type: 'model', alias, model, prefix, rest })
  })

  test('may be any id that can be resolved, slashes and further colons included', () => {
    const resolve = (name: string) => (name.startsWith('ollama:') ? name : undefined)
    expect(parseOverride('@ollama:me/llama3:70b hi', { resolve, names: [] })).toMatchObject({
      model: 'ollama:me/llama3:70b',
      rest: 'hi',
    })
  })

  test.each([
    'hello @demo',
    ' @demo hello',
    'demo hello',
    '@',
    '@ demo',
    '@demo!hello',
    '@demo(x)',
    '@alice can you look at this?',
    '@Override public void run()',
    '@media (max-width: 600px) {}',
    '@son buy milk',
    'me@demo hello',
    '',
  ])('is not in %j: that stays text', (text) => {
    expect(parse(text)).toEqual({ type: 'none' })
  })

  test.each([
    ['@sonet hi', 'sonet', 'sonnet'],
    ['@dmeo hi', 'dmeo', 'demo'],
    ['@openai:gpt-4o-mni hi', 'openai:gpt-4o-mni', 'openai:gpt-4o-mini'],
  ])('that is one slip away from a model is not taken for text: %j', (text, alias, near) => {
    const override = parse(text)
    expect(override).toMatchObject({ type: 'unknown', alias })
    expect(override.type === 'unknown' && override.near).toContain(near)
  })

  test('that says a provider means a model, however far from any', () => {
    const override = parse('@anthropic:no-such-model-at-all hi')
    expect(override).toEqual({ type: 'unknown', alias: 'anthropic:no-such-model-at-all', near: [] })
    expect(parse('@todo:later hi')).toEqual({ type: 'none' })
  })

  const near = (text: string, names: string[]) => {
    const override = parseOverride(text, { resolve: () => undefined, names })
    return override.type === 'unknown' ? override.near : null
  }

  test.each([
    ['@abc x', ['abd'], null],
    ['@abcd x', ['abce'], ['abce']],
    ['@abcd x', ['abef'], null],
    ['@abcdefg x', ['abcdefhi'], null],
    ['@abcdefgh x', ['abcdefij'], ['abcdefij']],
    ['@abcdefgh x', ['abcdeijk'], null],
    ['@abcdefgh x', ['abcdefghij', 'abcdefghijk'], ['abcdefghij']],
    ['@ABCD x', ['abce', 'Abcf', 'zzzz'], ['abce', 'Abcf']],
    [`@${'a'.repeat(100)} x`, ['a'.repeat(101)], ['a'.repeat(101)]],
    [`@${'a'.repeat(101)} x`, ['a'.repeat(100)], null],
  ])('in %j is taken for a slip by its length, among %j: %j', (text, names, slips) => {
    expect(near(text, names)).toEqual(slips)
  })

  test('may be as long as an id can be', () => {
    const resolve = (name: string) => name
    expect(parseOverride(`@${'x'.repeat(201)} hi`, { resolve, names: [] })).toMatchObject({ rest: 'hi' })
    expect(parseOverride(`@${'x'.repeat(202)} hi`, { resolve, names: [] })).toEqual({ type: 'none' })
  })

  test('says a provider in letters of any case', () => {
    expect(near('@Anthropic:x hi', ['anthropic:claude'])).toEqual([])
    expect(near('@anthropic hi', ['anthropic:claude'])).toBeNull()
  })

  test('of absurd length costs nothing', () => {
    expect(parse(`@${'x'.repeat(1_000_000)} hi`)).toEqual({ type: 'none' })
  })
})

describe('the override of a message', () => {
  test('is that of the text it starts with', () => {
    expect(overrideIn([{ type: 'text', text: '@demo hi' }], models)).toMatchObject({ model: 'demo:anthropic' })
  })

  test('is none where it starts with something else, or with nothing', () => {
    const image = { type: 'image', source: { kind: 'base64', data: 'AA==' }, media_type: 'image/png' } as const
    expect(overrideIn([image, { type: 'text', text: '@demo hi' }], models)).toEqual({ type: 'none' })
    expect(overrideIn([], models)).toEqual({ type: 'none' })
  })
})
