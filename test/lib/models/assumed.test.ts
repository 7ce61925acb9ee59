import { describe, expect, test } from 'vitest'
import { assumedEntry } from '#lib/models/assumed.ts'
import { capabilitiesOf, entryOf, findModel, optionsOf, undatedId } from '#lib/models/catalog.ts'

const CAUTIOUS = {
  supports_images: false,
  supports_thinking: false,
  supports_tools: true,
  supports_system_prompt: true,
  supports_structured_output: false,
  supports_streaming: true,
  supports_streaming_tool_calls: true,
  supports_parallel_tool_calls: true,
  supports_prompt_caching: false,
  supports_system_messages_in_list: true,
  max_context_tokens: 128_000,
  max_output_tokens: 4_096,
  accepted_image_media_types: [],
}

describe('a model that the catalog does not have', () => {
  test('is trusted with text and tools, and asked in the older words', () => {
    const { sources, tier: _, ...entry } = assumedEntry('openai:me/llama-3:70b')
    expect(entry).toEqual({
      id: 'openai:me/llama-3:70b',
      label: 'me/llama-3:70b',
      provider: 'openai',
      aliases: [],
      snapshots: [],
      capabilities: CAUTIOUS,
      options: {
        sampling: true,
        thinking: 'none',
        effort: false,
        max_tokens_field: 'max_tokens',
        system_role: 'system',
        reasoning_efforts: [],
        encrypted_reasoning: false,
      },
      assumed: true,
    })
    expect(new Set(Object.values(sources).map(({ source, checked }) => `${source}|${checked}`))).toEqual(
      new Set(['assumed|']),
    )
  })

  test('takes what the wire format of its provider can carry', () => {
    expect(assumedEntry('anthropic:x').capabilities).toEqual({ ...CAUTIOUS, supports_system_messages_in_list: false })
    expect(assumedEntry('ollama:x').capabilities).toEqual({ ...CAUTIOUS, supports_streaming_tool_calls: false })
  })

  test.each(['nameless:', ':no-provider', 'bare', ''])('must have an id of the form provider:name: %j', (id) => {
    expect(() => assumedEntry(id)).toThrow(
      new RangeError(`not a model id of the form provider:name: ${JSON.stringify(id)}`),
    )
  })

  test('is not found by name, but has an entry by its id', () => {
    expect(findModel('openai:me/llama-3:70b')).toBeUndefined()
    expect(entryOf('openai:me/llama-3:70b')).toEqual(assumedEntry('openai:me/llama-3:70b'))
    expect(undatedId('openai:me/llama-3:70b')).toBe('openai:me/llama-3:70b')
  })
})

describe('a dated name', () => {
  const dated = 'openai:gpt-4o-2024-08-06'

  test('is its model under a name of its own, without the aliases', () => {
    const model = entryOf('openai:gpt-4o')
    expect(findModel(dated)).toEqual({
      ...model,
      id: dated,
      label: 'gpt-4o-2024-08-06',
      aliases: [],
      snapshots: [],
    })
    expect(capabilitiesOf(dated)).toBe(model.capabilities)
    expect(optionsOf(dated)).toBe(model.options)
    expect(undatedId(dated)).toBe('openai:gpt-4o')
    expect(undatedId('openai:gpt-4o')).toBe('openai:gpt-4o')
  })
})

test('an alias is found in any case, an id only as it is', () => {
  expect(findModel('SONNET')).toBe(findModel('sonnet'))
  expect(findModel('sonnet')?.provider).toBe('anthropic')
  expect(findModel('OpenAI:gpt-4o')).toBeUndefined()
})
