import type { AdapterConfig, AdapterType, CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Timing } from '#lib/adapters/exchange/retry.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { eventOrderChecker } from '#lib/canonical/event-order.ts'
import type { MessageComplete, StreamEvent } from '#lib/canonical/stream-event.ts'
import { StreamEvent as StreamEventSchema } from '#lib/canonical/stream-event.ts'
import { memoryLogger } from '#lib/log.ts'
import { ALL_CAPABILITIES, canonicalRequest } from './message-builder.ts'

/** One model of each type, asked for in tests. */
export const MODELS = {
  anthropic: 'anthropic:test-model',
  openai: 'openai:test-model',
  'openai-responses': 'openai:test-model',
  ollama: 'ollama:test-model',
  openrouter: 'openrouter:maker/test-model',
} satisfies Record<AdapterType, string>

/** Waits that pass at once and are noted. */
export function instantTiming(): Timing & { waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    random: () => 0,
    sleep: async (ms) => {
      waits.push(ms)
    },
  }
}

export function testAdapter(config: Partial<AdapterConfig> & Pick<AdapterConfig, 'type'>, timing = instantTiming()) {
  const log = memoryLogger()
  let ids = 0
  const adapter = createAdapter(
    {
      api_key: 'sk-test-key-0123456789',
      base_url: 'http://127.0.0.1:1',
      // Told, so that the server need not be asked first.
      options: config.type === 'ollama' ? { num_ctx: 8_192 } : {},
      capabilities: () => ALL_CAPABILITIES,
      newToolUseId: () => {
        ids += 1
        return `tu_${String(ids).padStart(26, '0')}`
      },
      log,
      ...config,
    },
    timing,
  )
  return { adapter, log, timing }
}

/** For a type of adapter, or for one under the name of a provider. */
export function requestFor(
  host: AdapterType | { type: AdapterType; name: string },
  fields: Partial<CanonicalRequest> = {},
): CanonicalRequest {
  const model = typeof host === 'string' ? MODELS[host] : `${host.name}:test-model`
  return canonicalRequest({ model, ...fields })
}

/** A `fetch` that answers with this body, in these pieces. */
export function answering(
  body: string | readonly Uint8Array[],
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): typeof fetch {
  return async () => {
    const pieces = typeof body === 'string' ? [new TextEncoder().encode(body)] : body
    return new Response(streamOf(pieces), { status, headers })
  }
}

/** One piece per read. */
function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const rest = pieces.values()
  return new ReadableStream({
    pull(controller) {
      const { done, value } = rest.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
  })
}

export interface Outcome {
  events: StreamEvent[]
  complete: MessageComplete | undefined
  error: unknown
}

/** All events of a stream, each checked for shape and order, and the error that it ended with. */
export async function drain(
  stream: AsyncIterable<StreamEvent>,
  onEvent: (event: StreamEvent, count: number) => void | Promise<void> = () => {},
): Promise<Outcome> {
  const check = eventOrderChecker()
  const events: StreamEvent[] = []
  let error: unknown
  try {
    for await (const event of stream) {
      check(event)
      StreamEventSchema.parse(event)
      events.push(event)
      await onEvent(event, events.length)
    }
  } catch (thrown) {
    error = thrown
  }
  return { events, complete: events.find((event) => event.type === 'message.complete'), error }
}
