import type { ProviderAdapter } from '#lib/adapters/adapter.ts'
import type { MessageComplete, StreamEvent } from '#lib/canonical/stream-event.ts'
import type { AvailableModel } from '#lib/models/model-directory.ts'
import { ALL_CAPABILITIES } from './message-builder.ts'

/** A model whose adapter does what the test says, and nothing else: what an adapter of ours would never do, too. */
export function scriptedModel(
  stream: ProviderAdapter['stream'],
  estimateInputTokens: ProviderAdapter['estimateInputTokens'] = () => 0,
): AvailableModel {
  const adapter: ProviderAdapter = {
    name: 'scripted',
    format: 'none',
    capabilities: () => ALL_CAPABILITIES,
    complete: () => Promise.reject(new Error('only streams')),
    stream,
    estimateInputTokens,
    cancel: async () => false,
    close: async () => {},
  }
  return { ...keylessModel(), adapter }
}

/** The demo's model where its provider has no key. */
export function keylessModel(): AvailableModel {
  return {
    id: 'demo:anthropic',
    label: 'Demo',
    capabilities: ALL_CAPABILITIES,
    window_is_assumed: false,
    adapter: null,
    efforts: [],
    takes_temperature: true,
  }
}

export const NOTHING_USED = {
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
}

/** The end of a short answer that used nothing. */
export function completeOf(fields: Partial<MessageComplete> = {}): MessageComplete {
  return {
    type: 'message.complete',
    stop_reason: 'end_turn',
    final_content: [{ type: 'text', text: 'Hi' }],
    usage: NOTHING_USED,
    model: 'demo:anthropic',
    provider: 'scripted',
    latency_ms: 5,
    time_to_first_token_ms: 1,
    ...fields,
  }
}

export const delta = (text: string): StreamEvent => ({ type: 'text.delta', content_block_index: 0, text })
