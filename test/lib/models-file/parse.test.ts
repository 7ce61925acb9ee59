import { describe, expect, test } from 'vitest'
import { parseModelsFile } from '#lib/models-file/parse.ts'
import { CURRENT_PRICES } from '#test/support/prices.ts'

const parse = (text: string) => parseModelsFile(text, 'models.yaml', CURRENT_PRICES)

/** `line:column what is wrong` */
function faultOf(text: string): string {
  const parsed = parse(text)
  if (parsed.ok) throw new Error('the file was accepted')
  const { file, line, column, problem } = parsed.problem
  expect(file).toBe('models.yaml')
  return `${line}:${column} ${problem}`
}

test('adapters and models are read as they stand, and an empty file says nothing', () => {
  const text = `
adapters:
  work:
    type: anthropic
    label: Work
    base_url: https://llm.example.com
    api_key_env: WORK_KEY
    timeout_seconds: 30
    max_retries: 0
    headers: { x-team: a }
    options: { thinking: none }
models:
  work:big:
    adapter: work
    wire_name: big-2026
    tier: deep
    can_delegate: true
    aliases: [big]
    capabilities: { supports_images: true, max_context_tokens: 200000 }
    price: anthropic:claude-opus-5
`
  expect(parse(text)).toEqual({
    ok: true,
    file: {
      adapters: {
        work: {
          type: 'anthropic',
          label: 'Work',
          base_url: 'https://llm.example.com',
          api_key_env: 'WORK_KEY',
          timeout_seconds: 30,
          max_retries: 0,
          headers: { 'x-team': 'a' },
          options: { thinking: 'none' },
        },
      },
      models: {
        'work:big': {
          adapter: 'work',
          wire_name: 'big-2026',
          tier: 'flagship',
          can_delegate: true,
          aliases: ['big'],
          capabilities: { supports_images: true, max_context_tokens: 200_000 },
          price: 'anthropic:claude-opus-5',
        },
      },
    },
  })
  for (const nothing of ['', '# only words\n', 'adapters:\nmodels:\n'])
    expect(parse(nothing)).toMatchObject({ ok: true })
})

describe('what is wrong is said with its place', () => {
  test.each([
    ['adapters:\n  work: {', /^2:\d+ the file is no YAML: /],
    [
      'adapters:\n  work:\n    type: grpc\n    base_url: http://h\n',
      /^3:5 adapters\.work\.type must be one of openai, /,
    ],
    ['adapters:\n  work:\n    base_url: llm\n', /^3:5 adapters\.work\.base_url must be an http or https address/],
    ['adapters:\n  work:\n    label: Work\n', /^2:3 adapters\.work has no base_url: give the address of its server$/],
    ['adapters:\n  Work:\n    base_url: http://h\n', /^2:3 adapters\.Work is no name for a provider/],
    [
      'adapters:\n  groq:\n    api_key: sk-secret-0123456789\n',
      /^3:5 adapters\.groq\.api_key is no setting that there is: mend its name, or take it out$/,
    ],
    ['adapters:\n  groq:\n    api_key_env: sk-secret-0123456789\n', /^3:5 .* and never the key itself$/],
    [
      'adapters:\n  groq:\n    options:\n      hosted_tools: [{ tool: teleport }]\n',
      /^4:24 adapters\.groq\.options\.hosted_tools 1\.tool /,
    ],
    ['models:\n  nameless: {}\n', /^2:3 models\.nameless must be a model id of the form provider:name$/],
    ['models:\n  work:a:\n    adapter: lab\n', /^3:5 models\.work:a\.adapter must be work: /],
    [
      'models:\n  work:a: { aliases: [x] }\n  work:b:\n    aliases: [y, x]\n',
      /^4:18 models\.work:b\.aliases 2 is an alias of work:a already$/,
    ],
    [
      'models:\n  work:a:\n    price: cheap\n',
      /^3:5 models\.work:a\.price must be free, unpriced or a model with a row/,
    ],
    ['models:\n  work:a: {}\n  work:a: {}\n', /^3:3 the file is no YAML: /],
    ['- a list\n', /^1:1 the file /],
  ])('%j', (text, fault) => {
    expect(faultOf(text)).toMatch(fault)
  })

  test('and never with a key that was put there by mistake', () => {
    expect(faultOf('adapters:\n  groq:\n    api_key_env: sk-secret-0123456789\n')).not.toContain('sk-secret')
  })

  test('an anchor that stands for itself without end is refused, not unfolded', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef']) bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`)}]`)
    expect(faultOf(bomb.join('\n'))).toMatch(/^1:1 /)
  })
})
