import type { AdapterType } from '#lib/adapters/adapter.ts'
import { wiresOf } from '#lib/adapters/provider.ts'
import { PROVIDERS } from '#lib/adapters/providers.ts'
import { ADAPTER_TYPES, wireOf } from '#lib/adapters/registry.ts'
import type { ErrorClass } from '#lib/canonical/error.ts'
import { assistant, call, canonicalRequest, testTarget, toolMessage, user } from '#test/support/message-builder.ts'
import { anthropicAuthor } from './anthropic-author.ts'
import { chatAuthor } from './chat-author.ts'
import { ollamaAuthor } from './ollama-author.ts'
import { openRouterAuthor } from './openrouter-author.ts'
import { responsesAuthor } from './responses-author.ts'

/** What an answer is to say, in the order in which the wire says it. */
export type Part =
  | { text: readonly string[] }
  | { thinking: readonly string[]; signature?: string }
  | { call: string; id: string; fragments: readonly string[] }

export interface Script {
  parts: readonly Part[]
  stop?: 'end' | 'length' | 'tool'
  /** Null leaves the figures out. */
  usage?: { input: number; cached: number; output: number } | null
}

/** Writes one wire format by hand, so that every adapter can be put through the same scenes. */
export interface WireAuthor {
  /** The folder of its recordings. */
  api: string
  /** Whether thinking comes with a signature. */
  signs: boolean
  /** Whether a call comes in one piece, with its arguments as an object. */
  wholeCalls: boolean
  /** Whether what was read from a cache is counted apart. */
  countsCache: boolean
  /** The stream, one frame per element. */
  stream(script: Script): string[]
  whole(script: Script): string
  /** A body of an error status. */
  errorBody(message: string): string
  /** An error inside a stream. */
  errorFrame(message: string): string
  /** Further errors inside a stream, each with the class that its words mean. */
  errorsInStream: readonly (readonly [ErrorClass, string])[]
  /** A frame that no version of the format has today. */
  unknownFrame: string
  /** What the answering provider counts as all input tokens. */
  countedInput(usage: NonNullable<Script['usage']>): number
  /** The tool calls of a request body, with their inputs, and the ids that results answer. */
  callsIn(body: string): { id: string; name: string; input: unknown }[]
  resultIdsIn(body: string): string[]
  /** What a strict host would refuse in a request body: the judgement of a validator that is not the adapter. */
  faultsIn(body: string): string[]
}

const AUTHORS: Record<AdapterType, WireAuthor> = {
  anthropic: anthropicAuthor,
  openai: chatAuthor,
  'openai-responses': responsesAuthor,
  ollama: ollamaAuthor,
  openrouter: openRouterAuthor,
}

/** The pieces in which the wire sends the input of a call. */
export function inputPieces({ wholeCalls }: WireAuthor, fragments: readonly string[]): readonly string[] {
  return wholeCalls ? [JSON.stringify(JSON.parse(fragments.join('')))] : fragments
}

/** Each type of adapter that can be built, with its author. */
export const ADAPTERS: readonly (readonly [AdapterType, WireAuthor])[] = ADAPTER_TYPES.map((type) => [
  type,
  AUTHORS[type],
])

/** One wire format at one provider, as a configuration names it. */
export interface Host {
  type: AdapterType
  name: string
}

/** Every format that any provider speaks, by the records. */
export const HOSTS: readonly (readonly [string, Host, WireAuthor])[] = PROVIDERS.flatMap((provider) =>
  wiresOf(provider).map(([type]) => [`${provider.id} (${type})`, { type, name: provider.id }, AUTHORS[type]] as const),
)

/** The same without those that send another's bytes: what is long to check is checked once for each way to write. */
export const DIALECTS = HOSTS.filter(
  ([, host], place) => HOSTS.findIndex(([, other]) => handwriting(other) === handwriting(host)) === place,
)

/** A request in which all is said that hosts say differently. */
function handwriting({ type, name }: Host): string {
  const { protocol } = wireOf({ type, name })
  const model = `${name}:test-model`
  const thought = { type: 'thinking' as const, text: 'Let me see.' }
  const own = { provider: name, model, provider_raw: { format: protocol.format } }
  const request = canonicalRequest({
    model,
    system_prompt: 'Be brief.',
    messages: [
      { ...user('go'), id: 'one' },
      { ...assistant([thought, call('tu_1', 'add')], own), id: 'two' },
      { ...toolMessage('tu_1'), id: 'three' },
      { ...user('and?'), id: 'four' },
    ],
    tools: [
      { name: 'add', description: 'Adds', input_schema: { type: 'object', properties: {} }, side_effects: 'none' },
    ],
    tool_choice: 'required',
    output_schema: { type: 'object', properties: {}, additionalProperties: false },
    stream: true,
  })
  const target = testTarget({ provider: 'one', format: protocol.format, model, wire_name: 'test-model' })
  return JSON.stringify([protocol.format, protocol.toWire(request, target)])
}

export const USAGE = { input: 100, cached: 40, output: 7 }

/** Thinking, text and two calls: every kind of event. */
export const EVERYTHING: Script = {
  parts: [
    { thinking: ['Let ', 'me see.'], signature: 'c2lnbmVk' },
    { text: ['Hel', 'lo ', '日本 😀'] },
    { call: 'add', id: 'call_a1', fragments: ['{"a": ', '1, "b":', ' [2, null, "x\\n"]}'] },
    { call: 'sub', id: 'call_b2', fragments: ['{}'] },
  ],
  stop: 'tool',
  usage: USAGE,
}
