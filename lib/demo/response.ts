import { type About, type Part as Block, type Answer as Encoded, isOf } from '../answer-encoders/answer.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import { type Answer, blocksOf, limit, outputTokens } from './answer.ts'
import { bodyOf } from './body.ts'
import { brokenBy } from './broken-stream.ts'
import { type Fault, isStreamFault } from './fault.ts'
import { argumentFragmentsOf, fragmentsOf, wholeLength, wordsIn } from './fragment.ts'
import type { JsonObject } from './json.ts'
import { type Pace, SLOW_FACTOR } from './pace.ts'
import type { Prompt } from './prompt.ts'
import type { PromptCache } from './prompt-cache.ts'
import { scriptFor } from './script/script.ts'
import type { Frame, Refusal, WireFormat } from './wire-format.ts'

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
  const about: About = {
    model: prompt.model,
    created: Math.floor(now() / 1_000),
    reports_usage: prompt.reportsUsage,
    // Told from a real provider's by anyone who looks at it.
    mint: (prefix) => `${prefix}demo${prefix.at(-1) ?? ''}${newId()}`,
    seal: (text) => (prompt.vouches ? format.vouch(text, prompt.model) : null),
  }
  const encoded = {
    parts: blocksOf(answer.parts, { prompt, newCallId: () => about.mint(format.call_id) }),
    stop: answer.stop,
    // A script knows at its beginning what it will come to.
    usage: usageOf(answer, prompt, cache),
  }

  const frames = prompt.streaming ? framesOf(encoded, about, format) : halvesOf(format.answers.body(encoded, about))
  const error = { role: 'end', text: format.errorEvent(requestId, prompt.model), words: 0 } as const
  const { separator } = format.answers
  const steps = brokenBy(isStreamFault(fault) ? fault : null, frames, error, separator)
  const speed = fault === 'slow' ? { ...pace, wordsPerSecond: pace.wordsPerSecond / SLOW_FACTOR } : pace
  return new Response(bodyOf(steps, speed, signal), {
    headers: {
      'content-type': prompt.streaming ? format.answers.content_type : 'application/json',
      [format.request_id_header]: requestId,
    },
  })
}

export function refusalOf(refusal: Refusal, { format, requestId }: Exchange): Response {
  const headers = { [format.request_id_header]: requestId, ...refusal.headers }
  return Response.json(format.errorBody(refusal, requestId), { status: refusal.status, headers })
}

function usageOf({ parts }: Answer, { model, segments }: Prompt, cache: PromptCache): TokenUsage {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = cache.charge(model, segments)
  const { output, thinking } = outputTokens(parts)
  const searches = parts.filter(({ type }) => type === 'search').length
  return {
    input_tokens: input,
    output_tokens: output,
    cached_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite5m + cacheWrite1h,
    cache_creation_1h_input_tokens: cacheWrite1h,
    reasoning_tokens: thinking,
    ...(searches > 0 && { tool_uses: { web_search: searches } }),
  }
}

function* framesOf({ parts, stop, usage }: Encoded, about: About, { answers }: WireFormat): Generator<Frame> {
  const encoder = answers.encoder(about)
  const silent = (role: Frame['role'], texts: readonly string[]) => texts.map((text) => ({ role, text, words: 0 }))
  yield* silent('start', encoder.begin(usage))
  for (const part of parts) {
    yield* silent('start', encoder.open(part))
    for (const piece of piecesOf(part))
      yield* encoder.piece(piece).map((text): Frame => ({ role: 'delta', text, words: wordsIn(piece) }))
    yield* silent('start', encoder.close(part))
  }
  yield* silent('end', encoder.end(stop, usage))
}

function piecesOf(part: Block): string[] {
  if (isOf('tool_use')(part)) return argumentFragmentsOf(part.raw_input ?? JSON.stringify(part.input))
  return isOf('text')(part) || isOf('thinking')(part) ? fragmentsOf(part.text) : []
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
