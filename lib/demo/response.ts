import { limit, outputTokens } from './answer.ts'
import { bodyOf } from './body.ts'
import { brokenBy } from './broken-stream.ts'
import { type Fault, isStreamFault } from './fault.ts'
import { wholeLength } from './fragment.ts'
import type { JsonObject } from './json.ts'
import { type Pace, SLOW_FACTOR } from './pace.ts'
import type { Prompt } from './prompt.ts'
import type { PromptCache } from './prompt-cache.ts'
import { scriptFor } from './script/script.ts'
import type { Frame, Refusal, Reply, WireFormat } from './wire-format.ts'

/** What all requests to one demo share. */
export interface Host {
  readonly pace: Pace
  readonly cache: PromptCache
  now(): number
  newId(): string
}

export interface Exchange {
  readonly format: WireFormat
  readonly requestId: string
}

/** The scripted answer, or its beginning where a fault strikes, in the wire format of the request. */
export function answerTo(
  prompt: Prompt,
  fault: Fault | null,
  { format, requestId }: Exchange,
  { pace, cache, now, newId }: Host,
  signal: AbortSignal,
): Response {
  const script = scriptFor(prompt, fault)
  const limited = limit(script.parts, prompt)
  const answer = script.cutOff ? { ...limited, stop: { reason: 'max_tokens' as const } } : limited
  const usage = { ...cache.charge(prompt.model, prompt.segments), ...outputTokens(answer.parts) }
  const reply: Reply = { prompt, usage, created: Math.floor(now() / 1_000), mint: (prefix) => prefix + newId() }

  const frames = prompt.streaming ? format.frames(answer, reply) : halvesOf(format.body(answer, reply))
  const steps = brokenBy(isStreamFault(fault) ? fault : null, frames, format.errorFrame(requestId))
  const speed = fault === 'slow' ? { ...pace, wordsPerSecond: pace.wordsPerSecond / SLOW_FACTOR } : pace
  return new Response(bodyOf(steps, speed, signal), {
    headers: {
      'content-type': prompt.streaming ? 'text/event-stream; charset=utf-8' : 'application/json',
      [format.requestIdHeader]: requestId,
    },
  })
}

export function refusalOf(refusal: Refusal, { format, requestId }: Exchange): Response {
  const headers = { [format.requestIdHeader]: requestId, ...refusal.headers }
  return Response.json(format.errorBody(refusal, requestId), { status: refusal.status, headers })
}

/** An answer in one piece, in two halves, so that a fault has a place to strike. */
function halvesOf(body: JsonObject): Frame[] {
  const text = JSON.stringify(body)
  const middle = wholeLength(text, Math.ceil(text.length / 2))
  return [
    { role: 'start', text: text.slice(0, middle), words: 1 },
    { role: 'end', text: text.slice(middle), words: 1 },
  ]
}
