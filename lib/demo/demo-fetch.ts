import { createHash, randomUUID } from 'node:crypto'
import { limit, outputTokens } from './answer.ts'
import { anthropicMessages } from './anthropic/format.ts'
import { bodyOf, connectionRefused } from './body.ts'
import { brokenBy } from './broken-stream.ts'
import { chatCompletions } from './chat-completions/format.ts'
import { type Fault, faultIn, isRefusal, isStreamFault } from './fault.ts'
import { type JsonObject, parseJson } from './json.ts'
import { modelList } from './model-list.ts'
import { delay, FIRST_WORD_MS, type Pace, SLOW_FACTOR, SLOW_FIRST_WORD_MS } from './pace.ts'
import { lastWords, newest, type Prompt } from './prompt.ts'
import { PromptCache } from './prompt-cache.ts'
import { RecentSet } from './recent-set.ts'
import { scriptFor } from './script/script.ts'
import type { Refusal, Reply, WireFormat } from './wire-format.ts'

const WIRE_FORMATS: readonly WireFormat[] = [anthropicMessages, chatCompletions]
const MAX_REMEMBERED_REFUSALS = 1_000

export interface DemoOptions {
  delay?: Pace['delay']
  random?: Pace['random']
  /** Words per second; 45 unless told. */
  pace?: number
  /** Milliseconds since 1970; only written into answers. */
  now?: () => number
  /** What makes an id unique. */
  newId?: () => string
}

/**
 * A `fetch` with a scripted model behind it: whatever the host, it answers the wire formats it knows with the bytes a
 * provider would send, and refuses what a provider would refuse.
 */
export function createDemoFetch(options: DemoOptions = {}): typeof fetch {
  const pace: Pace = {
    delay: options.delay ?? delay,
    random: options.random ?? Math.random,
    wordsPerSecond: options.pace ?? 45,
  }
  const now = options.now ?? Date.now
  const newId = options.newId ?? (() => randomUUID().replaceAll('-', '').slice(0, 24))
  const cache = new PromptCache()
  const refusedOnce = new RecentSet(MAX_REMEMBERED_REFUSALS)

  return async (input, init) => {
    const request = new Request(input, init)
    // The caller's own signal: the one a Request makes of it no longer follows once the Request is collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : new AbortController().signal)
    signal.throwIfAborted()
    const path = new URL(request.url).pathname
    if (request.method === 'GET' && path.endsWith('/v1/models')) return json(modelList(request.headers), 200)

    const format = WIRE_FORMATS.find((one) => path.endsWith(one.path))
    if (format === undefined)
      return json(
        {
          error: {
            message: `Invalid URL (${request.method} ${path})`,
            type: 'invalid_request_error',
            param: null,
            code: null,
          },
        },
        404,
      )
    const requestId = `req_demo_${newId()}`
    const refuse = (refusal: Refusal) =>
      json(format.errorBody(refusal, requestId), refusal.status, {
        [format.requestIdHeader]: requestId,
        ...refusal.headers,
      })
    if (request.method !== 'POST')
      return refuse({ status: 405, type: 'invalid_request_error', message: 'Method Not Allowed' })

    const text = await request.text()
    const reading = format.read(parseJson(text), request.headers)
    if (!reading.ok) return refuse(reading.refusal)
    const { prompt } = reading

    const fault = faultIn(lastWords(newest(prompt)))
    await pace.delay(fault === 'slow' ? SLOW_FIRST_WORD_MS : FIRST_WORD_MS, signal)
    signal.throwIfAborted()
    if (fault === 'unreachable') throw connectionRefused()
    if (isRefusal(fault) && !(fault === 'overloaded once' && isSecondTime(text)))
      return refuse(format.refusal(fault, prompt))
    if (fault === 'midstream error' && !prompt.streaming) return refuse(format.refusal('overloaded', prompt))
    return answer(format, prompt, fault, { requestId, signal })
  }

  function answer(
    format: WireFormat,
    prompt: Prompt,
    fault: Fault | null,
    { requestId, signal }: { requestId: string; signal: AbortSignal },
  ): Response {
    const script = scriptFor(prompt, fault)
    const limited = limit(script.parts, prompt)
    const content = script.cutOff ? { ...limited, stop: { reason: 'max_tokens' as const } } : limited
    const usage = { ...cache.charge(prompt.model, prompt.segments), ...outputTokens(content.parts) }
    const reply: Reply = { prompt, usage, created: Math.floor(now() / 1_000), mint: (prefix) => prefix + newId() }
    const frames = prompt.streaming ? format.frames(content, reply) : halvesOf(format.body(content, reply))
    const steps = brokenBy(isStreamFault(fault) ? fault : null, frames, format.errorFrame(requestId))
    const speed = fault === 'slow' ? { ...pace, wordsPerSecond: pace.wordsPerSecond / SLOW_FACTOR } : pace
    return new Response(bodyOf(steps, speed, signal), {
      headers: {
        'content-type': prompt.streaming ? 'text/event-stream; charset=utf-8' : 'application/json',
        [format.requestIdHeader]: requestId,
      },
    })
  }

  /** True for the attempt after the one that was refused; the one after that is a new first. */
  function isSecondTime(text: string): boolean {
    const attempt = createHash('sha256').update(text).digest('base64')
    if (refusedOnce.delete(attempt)) return true
    refusedOnce.add(attempt)
    return false
  }
}

/** An answer in one piece, in two halves, so that a fault has a place to strike. */
function halvesOf(body: JsonObject) {
  const text = JSON.stringify(body)
  const middle = Math.floor(text.length / 2)
  return [
    { role: 'start' as const, text: text.slice(0, middle), words: 1 },
    { role: 'end' as const, text: text.slice(middle), words: 1 },
  ]
}

function json(body: JsonObject, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}
