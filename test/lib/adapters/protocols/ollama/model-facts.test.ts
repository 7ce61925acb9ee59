import { describe, expect, test } from 'vitest'
import { inspection, modelFacts } from '#lib/adapters/protocols/ollama/model-facts.ts'

describe('what the server says of a model', () => {
  test('its context length stands under its architecture', () => {
    const model_info = { 'general.architecture': 'qwen3', 'clip.context_length': 77, 'qwen3.context_length': 40_960 }
    expect(modelFacts({ model_info }).options).toEqual({ num_ctx: 40_960 })
    expect(modelFacts({ model_info }).capabilities).toEqual({ max_context_tokens: 40_960 })
    expect(modelFacts({ model_info: { 'llama.context_length': 8_192 } }).options).toEqual({ num_ctx: 8_192 })
  })

  test('who set num_ctx for the model decided how much of it to use', () => {
    const model_info = { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 }
    const parameters = 'stop    "<|im_end|>"\nnum_ctx                        16384'
    expect(modelFacts({ model_info, parameters }).options).toEqual({ num_ctx: 16_384 })
  })

  test.each([
    [{}],
    [{ model_info: null }],
    [{ model_info: { 'general.architecture': 'x', 'x.context_length': 'long' } }],
    [{ message: { content: 'not about a model' }, done: true }],
  ])('%j says nothing', (show) => {
    expect(modelFacts(show)).toEqual({ options: {}, capabilities: {} })
  })

  test('what it can do is what it says', () => {
    expect(modelFacts({ capabilities: ['completion', 'tools', 'vision', 'thinking'] })).toEqual({
      options: { thinks: true, think_levels: [], reasoning_efforts: ['none', 'default'] },
      capabilities: {
        supports_thinking: true,
        supports_tools: true,
        supports_images: true,
        accepted_image_media_types: ['image/png', 'image/jpeg'],
      },
    })
    expect(modelFacts({ capabilities: ['completion'] })).toEqual({
      options: { thinks: false },
      capabilities: {
        supports_thinking: false,
        supports_tools: false,
        supports_images: false,
        accepted_image_media_types: [],
      },
    })
  })

  test('wire-rule 88: the levels of thinking are listed by newer servers, and known of gpt-oss', () => {
    const levels = (show: Parameters<typeof modelFacts>[0]) => modelFacts(show).options.think_levels
    expect(levels({ thinking: { values: ['low', 'high'], default: 'low' } })).toEqual(['low', 'high'])
    expect(levels({ thinking: { values: [false, true], default: true } })).toEqual([])
    expect(levels({ capabilities: ['thinking'], details: { family: 'gptoss' } })).toEqual(['low', 'medium', 'high'])
  })

  test('a model that runs elsewhere is told by its host', () => {
    expect(modelFacts({ remote_host: 'https://ollama.com' }).options).toEqual({ is_remote: true })
  })

  test('who sets num_ctx for the installation spares the question', () => {
    expect(inspection.question({ wire_name: 'qwen3', options: {} })).toEqual({ model: 'qwen3' })
    expect(inspection.question({ wire_name: 'qwen3', options: { num_ctx: 8_192 } })).toBeNull()
  })
})
