import { describe, expect, test } from 'vitest'
import { variableNames, wiresOf } from '#lib/adapters/provider.ts'
import { PROVIDERS } from '#lib/adapters/providers.ts'
import { exampleLines, readmeTable, written } from '#lib/adapters/write-providers.ts'
import { faultOfName } from '#lib/provider-env.ts'

test('the list of providers, the table of the README and .env.example are those that `npm run providers` writes', () => {
  for (const { path, is, shouldBe } of written(PROVIDERS)) expect(is, `stale: ${path}`).toBe(shouldBe)
})

test('no two providers have a name, a label or a variable in common', () => {
  for (const names of [
    PROVIDERS.map(({ id }) => id),
    PROVIDERS.map(({ label }) => label),
    PROVIDERS.flatMap(variableNames),
  ]) {
    expect(names).toEqual([...new Set(names)])
  }
})

describe.each(PROVIDERS.map((provider) => [provider.id, provider] as const))('the record of %s', (id, provider) => {
  test('has a name that a model id can begin with, and words for people', () => {
    expect(faultOfName(id)).toMatch('is known already')
    expect(provider.about).toMatch(/[^.]$/)
    for (const name of variableNames(provider)) expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/)
  })

  test('is a row of the README and a paragraph of .env.example, with its words and its variables', () => {
    const row = readmeTable(PROVIDERS)
      .split('\n')
      .find((line) => line.includes(`\`${provider.variables.base_url}\``))
    expect(row).toContain(provider.about)
    const paragraph = exampleLines(PROVIDERS)
      .split('\n\n')
      .find((lines) => lines.includes(`${provider.variables.base_url}=`))
    for (const name of variableNames(provider)) {
      expect(row).toContain(`\`${name}\``)
      expect(paragraph).toMatch(new RegExp(`^${name}=$`, 'm'))
    }
  })

  test('has an address of its own, or is set up by one', () => {
    expect(wiresOf(provider).length).toBeGreaterThan(0)
    if (provider.base_url === null) expect(provider.set_up_by).toEqual(['address'])
    else expect(URL.parse(provider.base_url)?.protocol).toMatch(/^https?:$/)
    if (provider.set_up_by.includes('key')) expect(provider.variables.api_key).toBeDefined()
  })
})
