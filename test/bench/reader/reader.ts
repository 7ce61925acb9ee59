import { createHash } from 'node:crypto'
import type { WireFormat } from '../wire.ts'

/** Where a reader puts what it got, piece by piece, in the form that it hands to its user. */
export interface Sink {
  text(piece: string): void
  input(piece: string): void
}

/** Reads one answer to its end. */
export type Read = (sink: Sink) => Promise<void>

/** `baseUrl` is the provider's host; a reader adds what its users add. */
export type OpenReader = (format: WireFormat, baseUrl: string) => Read

export const API_KEY = 'bench'
export const PROMPT = 'Go on.'

export const TOOL = {
  name: 'write_file',
  description: 'Writes a file.',
  schema: { type: 'object' as const, properties: { text: { type: 'string' as const } }, required: ['text'] },
}

/** The name that a provider knows the model by. */
export const MODELS: Readonly<Record<WireFormat, string>> = {
  anthropic: 'claude-sonnet-4-6',
  chat: 'gpt-4.1',
  responses: 'gpt-5.1',
  ollama: 'llama3.2',
  openrouter: 'anthropic/claude-sonnet-4.6',
}

/** Where the clients of the OpenAI family find their endpoints. */
export function apiRoot(format: WireFormat, baseUrl: string): string {
  return format === 'openrouter' ? `${baseUrl}/api/v1` : `${baseUrl}/v1`
}

/** By which what was read is compared with what was sent, without carrying it from process to process. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
