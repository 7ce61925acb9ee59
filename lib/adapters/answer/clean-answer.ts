import type { ContentBlock } from '../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { redact, redactSecrets } from '../../redact.ts'
import { shortened } from '../../shortened.ts'
import type { AnswerReaders } from '../exchange/answer-body.ts'
import { MAX_ID, MAX_NAME, MAX_WORDS } from '../exchange/limit.ts'
import type { Answer, StreamMachine, WireEvent } from '../protocol.ts'

/**
 * Readers whose answers may be stored, shown and logged: whatever a host says beside its answer (names, ids, its own
 * figures) holds no secret of the request and has an end. Some hosts give the key back as the name of the model.
 */
export function cleanReaders(readers: AnswerReaders, secrets: readonly string[]): AnswerReaders {
  return {
    ...readers,
    fromWire: (body) => cleanAnswer(readers.fromWire(body), secrets),
    machine: () => new CleanMachine(readers.machine(), secrets),
  }
}

class CleanMachine implements StreamMachine {
  readonly #machine: StreamMachine
  readonly #secrets: readonly string[]

  constructor(machine: StreamMachine, secrets: readonly string[]) {
    this.#machine = machine
    this.#secrets = secrets
  }

  get finished(): boolean {
    return this.#machine.finished
  }

  push(event: WireEvent): StreamEvent[] {
    return this.#clean(this.#machine.push(event))
  }

  end(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } {
    const { events, answer } = this.#machine.end(reason)
    return { events: this.#clean(events), answer: cleanAnswer(answer, this.#secrets) }
  }

  /** Nearly all have nothing of the host's beside the answer: they are not copied. */
  #clean(events: StreamEvent[]): StreamEvent[] {
    for (const { type } of events) {
      if (CLEANED.has(type)) return cleanEvents(events, this.#secrets)
    }
    return events
  }
}

const CLEANED: ReadonlySet<StreamEvent['type']> = new Set(['tool.use_start', 'hosted_tool.update', 'text.citation'])

/** By itself: V8 would compile all of it into what every event passes. */
function cleanEvents(events: StreamEvent[], secrets: readonly string[]): StreamEvent[] {
  return events.map((event) => cleanEvent(event, secrets))
}

function cleanEvent(event: StreamEvent, secrets: readonly string[]): StreamEvent {
  if (event.type === 'hosted_tool.update' || event.type === 'text.citation') return cleanWords(event, secrets)
  if (event.type !== 'tool.use_start') return event
  const { tool_name, provider_id } = event
  return { ...event, tool_name: cleanName(tool_name, secrets), provider_id: cleanId(provider_id, secrets) }
}

function cleanAnswer(answer: Answer, secrets: readonly string[]): Answer {
  const { model, final_content, provider_ids, provider_raw, stop_explanation } = answer
  return {
    ...answer,
    model: cleanName(model, secrets),
    final_content: final_content.map((block) => cleanBlock(block, secrets)),
    provider_ids: new Map([...provider_ids].map(([id, given]) => [id, cleanId(given, secrets)])),
    ...(stop_explanation !== undefined && {
      stop_explanation: shortened(redact(stop_explanation, secrets), MAX_WORDS),
    }),
    ...(provider_raw && { provider_raw: cleanRaw(provider_raw, secrets) }),
  }
}

function cleanBlock(block: ContentBlock, secrets: readonly string[]): ContentBlock {
  if (block.type === 'hosted_tool') return cleanWords(block, secrets)
  if (block.type === 'text' && block.citations) {
    return { ...block, citations: block.citations.map((each) => cleanWords(each, secrets)) }
  }
  return block.type === 'tool_use' ? { ...block, name: cleanName(block.name, secrets) } : block
}

/** What a host tells of its own tools may repeat what it was sent. */
function cleanWords<T extends object>(told: T, secrets: readonly string[]): T {
  const text = JSON.stringify(told)
  return redactSecrets(text, secrets) === text ? told : (withoutSecrets(JSON.parse(text), secrets) as T)
}

function cleanName(name: string, secrets: readonly string[]): string {
  return shortened(redact(name, secrets), MAX_NAME)
}

/** Half an id is none, and no id is replaced by the canonical one on every wire. */
function cleanId(id: string | null, secrets: readonly string[]): string | null {
  return id === null || id.length > MAX_ID || redact(id, secrets) !== id ? null : id
}

/** What goes back to its maker as it came, but for a secret. What only looks like one may be a part of a signature. */
function cleanRaw(raw: JsonObject, secrets: readonly string[]): JsonObject {
  const { model } = raw
  const named = typeof model === 'string' ? { ...raw, model: cleanName(model, secrets) } : raw
  const text = JSON.stringify(named)
  return redactSecrets(text, secrets) === text ? named : (withoutSecrets(named, secrets) as JsonObject)
}

function withoutSecrets(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'string') return redactSecrets(value, secrets)
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redactSecrets(key, secrets), withoutSecrets(each, secrets)]),
  )
}
