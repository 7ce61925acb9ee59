import { expect, test } from 'vitest'
import { HostedToolChoices } from '#lib/canonical/hosted-tool-choice.ts'

const words = (choices: unknown[]) =>
  HostedToolChoices.safeParse(choices).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('choices of tools stand in one order, with what two providers share', () => {
  const search = { tool: 'web_search', max_uses: 3, user_location: { city: 'Graz', country: 'AT' } }
  const fetch = { tool: 'web_fetch', allowed_domains: ['example.org'] }
  const files = { tool: 'file_search', vector_store_ids: ['vs_1'] }
  expect(HostedToolChoices.parse([files, { tool: 'code_execution' }, fetch, search])).toEqual([
    search,
    fetch,
    { tool: 'code_execution' },
    files,
  ])
})

test('wire-rule 189: domains are allowed or blocked, never both', () => {
  const both = { tool: 'web_search', allowed_domains: ['a.test'], blocked_domains: ['b.test'] }
  expect(words([both])).toEqual([
    '0.blocked_domains: cannot stand beside allowed_domains: a search has one list or the other',
  ])
})

test.each([
  ['a tool twice', [{ tool: 'web_search' }, { tool: 'web_search', max_uses: 1 }], /names a tool twice/],
  [
    'an address for a domain',
    [{ tool: 'web_fetch', allowed_domains: ['https://a.test'] }],
    /must be a domain, without a scheme/,
  ],
  ['no store to search in', [{ tool: 'file_search' }], /vector_store_ids/],
  ['an option that is none of its own', [{ tool: 'code_execution', max_uses: 1 }], /max_uses/],
  ['a tool that nobody has', [{ tool: 'teleport' }], /tool/],
])('%s is refused in words', (_case, choices, expected) => {
  expect(words(choices)?.join()).toMatch(expected)
})
