import type { OpenReader } from './reader/reader.ts'
import { WIRE_FORMATS, type WireFormat } from './wire.ts'

interface ReaderEntry {
  label: string
  formats: readonly WireFormat[]
  /** What its user gets: one shape of events for all providers, or the wire's own. */
  shape: 'none' | 'wire' | 'common'
  /** Each process loads the reader that it measures and no other. */
  load: () => Promise<OpenReader>
}

/** Who reads the same bytes: the floor, this project, and what a TypeScript developer would pick instead. */
export const READERS = {
  floor: {
    label: '`fetch` and `JSON.parse` (floor)',
    formats: WIRE_FORMATS,
    shape: 'none',
    load: async () => (await import('./reader/floor.ts')).floor,
  },
  metis: {
    label: '**Metis adapter**',
    formats: WIRE_FORMATS,
    shape: 'common',
    load: async () => (await import('./reader/metis.ts')).metis,
  },
  anthropicCreate: {
    label: '@anthropic-ai/sdk create({ stream })',
    formats: ['anthropic'],
    shape: 'wire',
    load: async () => (await import('./reader/anthropic-sdk.ts')).anthropicCreate,
  },
  anthropicStream: {
    label: '@anthropic-ai/sdk messages.stream()',
    formats: ['anthropic'],
    shape: 'wire',
    load: async () => (await import('./reader/anthropic-sdk.ts')).anthropicStream,
  },
  openaiCreate: {
    label: 'openai create({ stream })',
    formats: ['chat', 'responses', 'openrouter'],
    shape: 'wire',
    load: async () => (await import('./reader/openai-sdk.ts')).openaiCreate,
  },
  openaiStream: {
    label: 'openai stream()',
    formats: ['chat', 'responses'],
    shape: 'wire',
    load: async () => (await import('./reader/openai-sdk.ts')).openaiStream,
  },
  ollamaChat: {
    label: 'ollama chat({ stream })',
    formats: ['ollama'],
    shape: 'wire',
    load: async () => (await import('./reader/ollama-js.ts')).ollamaChat,
  },
  aiSdkProvider: {
    label: 'AI SDK provider doStream()',
    formats: WIRE_FORMATS,
    shape: 'common',
    load: async () => (await import('./reader/ai-sdk.ts')).aiSdkProvider,
  },
  aiSdkStreamText: {
    label: 'AI SDK streamText()',
    formats: WIRE_FORMATS,
    shape: 'common',
    load: async () => (await import('./reader/ai-sdk.ts')).aiSdkStreamText,
  },
} as const satisfies Record<string, ReaderEntry>

export type ReaderName = keyof typeof READERS

export function readersOf(format: WireFormat): ReaderName[] {
  const names = Object.keys(READERS) as ReaderName[]
  return names.filter((name) => (READERS[name].formats as readonly WireFormat[]).includes(format))
}
