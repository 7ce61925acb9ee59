import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { jsonSchema, type LanguageModel, streamText, type ToolSet, tool } from 'ai'
import { createOllama } from 'ai-sdk-ollama'
import type { WireFormat } from '../wire.ts'
import { API_KEY, apiRoot, MODELS, type OpenReader, PROMPT, TOOL } from './reader.ts'

type ProviderModel = Extract<LanguageModel, { specificationVersion: 'v4' }>

/** The provider's `doStream()`: one common shape, nothing put together. */
export const aiSdkProvider: OpenReader = (format, baseUrl) => {
  const model = modelOf(format, baseUrl)
  return async ({ text, input }) => {
    const { stream } = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: PROMPT }] }],
      tools: [{ type: 'function', name: TOOL.name, description: TOOL.description, inputSchema: TOOL.schema }],
    })
    let hasFragments = false
    for await (const part of stream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta') text(part.delta)
      if (part.type === 'tool-input-delta') {
        hasFragments = true
        input(part.delta)
      }
      // A provider that streams no fragments says the call whole.
      if (part.type === 'tool-call' && !hasFragments) input(part.input)
    }
  }
}

/** `streamText()`, what an application calls. */
export const aiSdkStreamText: OpenReader = (format, baseUrl) => {
  const model = modelOf(format, baseUrl)
  // Its types do not hold under `exactOptionalPropertyTypes`.
  const tools = {
    [TOOL.name]: tool({ description: TOOL.description, inputSchema: jsonSchema(TOOL.schema) }),
  } as unknown as ToolSet
  return async ({ text, input }) => {
    const { fullStream } = streamText({ model, prompt: PROMPT, tools })
    let hasFragments = false
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta') text(part.text)
      if (part.type === 'tool-input-delta') {
        hasFragments = true
        input(part.delta)
      }
      if (part.type === 'tool-call' && !hasFragments) input(JSON.stringify(part.input))
    }
  }
}

function modelOf(format: WireFormat, baseUrl: string): ProviderModel {
  const options = { baseURL: apiRoot(format, baseUrl), apiKey: API_KEY }
  const name = MODELS[format]
  switch (format) {
    case 'anthropic':
      return createAnthropic(options)(name)
    case 'chat':
      return createOpenAI(options).chat(name)
    case 'responses':
      return createOpenAI(options).responses(name)
    case 'ollama':
      return createOllama({ baseURL: baseUrl })(name)
    case 'openrouter':
      return createOpenRouter(options).chat(name)
  }
}
