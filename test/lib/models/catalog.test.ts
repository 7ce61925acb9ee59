import { describe, expect, test } from 'vitest'
import { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import { CLAIMS } from '#lib/canonical/claim.ts'
import { parseModelId } from '#lib/canonical/id.ts'
import { assumedEntry } from '#lib/models/assumed.ts'
import { CATALOG, capabilitiesOf, entryOf, findModel, optionsOf } from '#lib/models/catalog.ts'
import type { ModelEntry } from '#lib/models/model-entry.ts'

const rows = CATALOG.map((entry) => [entry.id, entry] as const)

describe('the catalog', () => {
  test.each(rows)('%s is a well-formed row that names its source', (id, entry) => {
    expect(parseModelId(id)?.provider).toBe(entry.provider)
    expect(AdapterCapabilities.parse(entry.capabilities)).toEqual(entry.capabilities)
    expect(entry.capabilities.max_output_tokens).toBeLessThanOrEqual(entry.capabilities.max_context_tokens)
    expect(entry.capabilities.accepted_image_media_types.length > 0).toBe(entry.capabilities.supports_images)
    expect(entry.label).not.toBe('')
    expect(Object.keys(entry.sources).sort()).toEqual([...CLAIMS].sort())
    for (const { source, checked } of Object.values(entry.sources)) {
      expect(source).toMatch(/^(https:\/\/|lib\/)/)
      expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
    expect(entry.capabilities.image_limits === undefined).toBe(!entry.capabilities.supports_images)
    expect(entry.assumed).toBeUndefined()
  })

  /** Own pages and what they are called after: the name as it is, without the family's, or as the repository has the demo. */
  const pageNames = ({ id }: ModelEntry) => {
    const name = id.slice(id.indexOf(':') + 1)
    return [name, name.replace(/^claude-/, '')]
  }

  test.each(rows)(
    '%s says of each claim where it comes from: a page of its own, or what of a document covers it',
    (_id, entry) => {
      const isOwn = (address: string) => address.split('/').some((part) => pageNames(entry).includes(part))
      for (const [claim, { source, covers }] of Object.entries(entry.sources)) {
        expect(isOwn(source) || (covers ?? '').length > 10, `${claim}: ${source}`).toBe(true)
      }
      // Where one model's page names another's claims, that is said.
      const own = entry.sources.limits.source
      expect(isOwn(own) || entry.scripted, own).toBe(true)
    },
  )

  test('no two models have the same sources', () => {
    const sources = CATALOG.map((entry) => JSON.stringify(entry.sources))
    expect(new Set(sources).size).toBe(CATALOG.length)
  })

  test('holds each id, snapshot and alias once', () => {
    const names = CATALOG.flatMap((entry) => [
      entry.id,
      ...entry.snapshots.map((name) => `${entry.provider}:${name}`),
      ...entry.aliases,
    ])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('has aliases that can be typed after an @: lower case, without spaces or a colon', () => {
    for (const alias of CATALOG.flatMap((entry) => entry.aliases)) expect(alias).toMatch(/^[a-z0-9][a-z0-9.-]*$/)
  })

  test('marks the demo models, one for each wire format and no other, as scripted', () => {
    expect(CATALOG.filter((entry) => entry.scripted).map((entry) => entry.id)).toEqual([
      'demo:anthropic',
      'demo:openai',
      'demo:responses',
      'demo:ollama',
      'demo:openrouter',
    ])
  })
})

describe('a model', () => {
  test('is found by its id', () => {
    expect(findModel('anthropic:claude-sonnet-4-6')?.label).toBe('Claude Sonnet 4.6')
  })

  test.each([
    ['demo', 'demo:anthropic'],
    ['demo2', 'demo:openai'],
    ['Haiku', 'anthropic:claude-haiku-5-5'],
    ['GPT-5', 'openai:gpt-5'],
  ])('is found by its alias in any case: %s', (alias, id) => {
    expect(findModel(alias)?.id).toBe(id)
  })

  test('asked for by the name of a dated snapshot keeps that name and has the same capabilities', () => {
    const snapshot = findModel('anthropic:claude-haiku-4-5-20251001')
    expect(snapshot?.id).toBe('anthropic:claude-haiku-4-5-20251001')
    expect(snapshot?.capabilities).toEqual(capabilitiesOf('anthropic:claude-haiku-4-5'))
  })

  test.each(['', 'claude-nonesuch', 'openai:claude-sonnet-4-6', 'ANTHROPIC:claude-sonnet-4-6', 'constructor'])(
    'that nobody shipped is not found: %j',
    (name) => {
      expect(findModel(name)).toBeUndefined()
    },
  )

  test('carries what its protocol must know beside capabilities', () => {
    expect(optionsOf('anthropic:claude-opus-4-7')).toMatchObject({ thinking: 'adaptive', sampling: false })
    expect(optionsOf('anthropic:claude-haiku-4-5')).toMatchObject({ thinking: 'budget', sampling: true })
    expect(optionsOf('openai:gpt-5')).toMatchObject({ sampling: false, max_tokens_field: 'max_completion_tokens' })
    expect(optionsOf('openai:gpt-4o')).toMatchObject({ sampling: true, reasoning_efforts: [] })
  })

  test('wire-rule 167: knows the efforts of its model, the least first', () => {
    const efforts = (name: string) => optionsOf(`openai:${name}`).reasoning_efforts?.join(' ')
    expect(efforts('gpt-6.1-sol')).toBe('low medium high xhigh max')
    expect(efforts('gpt-6-luna')).toBe('none low medium high xhigh max')
    expect(efforts('gpt-5.5')).toBe('none low medium high xhigh')
    expect(efforts('gpt-5.1')).toBe('none low medium high')
    expect(efforts('gpt-5-mini-2025-08-07')).toBe('minimal low medium high')
    expect(efforts('o3')).toBe('low medium high')
  })
})

describe('capabilities', () => {
  const through = (id: string, type?: string) => {
    const { supports_thinking, supports_tools } = capabilitiesOf(id, type)
    return { supports_thinking, supports_tools }
  }

  test('hold for the wire format that is really spoken', () => {
    const both = { supports_thinking: true, supports_tools: true }
    expect(through('openai:gpt-5')).toEqual(both)
    expect(through('openai:gpt-5', 'openai-responses')).toEqual(both)
    expect(through('openai:gpt-5', 'openai')).toEqual({ supports_thinking: false, supports_tools: true })
    expect(through('openai:gpt-4o', 'openai-responses')).toEqual({ supports_thinking: false, supports_tools: true })
    expect(through('anthropic:claude-opus-5', 'anthropic')).toEqual(both)
  })

  test('wire-rule 166: leave out the tools that Chat Completions always refuses', () => {
    const toolless = CATALOG.filter(({ id }) => !capabilitiesOf(id, 'openai').supports_tools).map(({ id }) => id)
    expect(toolless).toEqual(['openai:gpt-6.1-sol'])
  })
})

describe('a model that the catalog does not have', () => {
  test('gets an entry that is marked as assumed and keeps its name verbatim', () => {
    expect(entryOf('ollama:minimax-m3:cloud')).toMatchObject({
      id: 'ollama:minimax-m3:cloud',
      provider: 'ollama',
      label: 'minimax-m3:cloud',
      assumed: true,
    })
    const sources = Object.values(entryOf('ollama:minimax-m3:cloud').sources)
    expect(new Set(sources.map(({ source }) => source))).toEqual(new Set(['assumed']))
  })

  test('is not trusted with pictures or thinking, but with tools and a system prompt', () => {
    expect(capabilitiesOf('openai:qwen3')).toMatchObject({
      supports_images: false,
      supports_thinking: false,
      supports_structured_output: false,
      supports_tools: true,
      supports_system_prompt: true,
      supports_streaming: true,
    })
    expect(AdapterCapabilities.safeParse(capabilitiesOf('openai:qwen3')).success).toBe(true)
  })

  test('is spoken to in the oldest words of its format', () => {
    expect(optionsOf('openai:qwen3')).toMatchObject({ max_tokens_field: 'max_tokens', system_role: 'system' })
    expect(optionsOf('anthropic:proxy-model')).toMatchObject({ thinking: 'none' })
  })

  test('is not asked for the reasoning that it is not trusted with', () => {
    expect(optionsOf('openai:qwen3')).toMatchObject({ reasoning_efforts: [], encrypted_reasoning: false })
  })

  test('follows its format in whether the input of a call comes in pieces', () => {
    expect(assumedEntry('openai:new').capabilities.supports_streaming_tool_calls).toBe(true)
    expect(assumedEntry('ollama:qwen3:8b').capabilities.supports_streaming_tool_calls).toBe(false)
  })

  test('follows its format in where system messages go', () => {
    expect(capabilitiesOf('anthropic:proxy-model').supports_system_messages_in_list).toBe(false)
    expect(capabilitiesOf('openai:qwen3').supports_system_messages_in_list).toBe(true)
  })

  test.each(['', 'sonnet', ':name', 'provider:'])('needs an id with a provider: %j', (id) => {
    expect(() => assumedEntry(id)).toThrow(RangeError)
  })
})
