import { createHash, randomUUID } from 'node:crypto'
import { anthropicMessages } from './anthropic/format.ts'
import { connectionRefused } from './body.ts'
import { chatCompletions } from './chat-completions/format.ts'
import { faultIn, isRefusal } from './fault.ts'
import { isJsonObject, parseJson } from './json.ts'
import { modelPage } from './model-list.ts'
import { ollamaChat } from './ollama/format.ts'
import { ollamaShow } from './ollama/model.ts'
import { openRouter } from './openrouter/format.ts'
import { delay, FIRST_WORD_MS, type Pace, SLOW_FIRST_WORD_MS } from './pace.ts'
import { lastWords, newest } from './prompt.ts'
import { PromptCache } from './prompt-cache.ts'
import { RecentSet } from './recent-set.ts'
import { answerTo, type Host, refusalOf } from './response.ts'
import { responses } from './responses/format.ts'
import type { Refusal, WireFormat } from './wire-format.ts'

/** The first whose path the address ends with: OpenRouter's ends as Chat Completions does. */
const WIRE_FORMATS: readonly WireFormat[] = [anthropicMessages, openRouter, chatCompletions, responses, ollamaChat]
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
  const host: Host = {
    pace: {
      delay: options.delay ?? delay,
      random: options.random ?? Math.random,
      wordsPerSecond: options.pace ?? 45,
    },
    cache: new PromptCache(),
    now: options.now ?? Date.now,
    newId: options.newId ?? (() => randomUUID().replaceAll('-', '').slice(0, 24)),
  }
  const refusedOnce = new RecentSet(MAX_REMEMBERED_REFUSALS)

  return async (input, init) => {
    const request = new Request(input, init)
    // The caller's own signal: the one a Request makes of it no longer follows once the Request is collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : new AbortController().signal)
    signal.throwIfAborted()
    const { pathname } = new URL(request.url)
    const page = request.method === 'GET' ? modelPage(pathname, request.headers) : null
    if (page !== null) return Response.json(page)
    if (request.method === 'POST' && pathname.endsWith('/api/show'))
      return Response.json(ollamaShow(await named(request)))

    const format = WIRE_FORMATS.find(({ path }) => pathname.endsWith(path))
    if (format === undefined) return notFound(request.method, pathname)
    const exchange = { format, requestId: `req_demo_${host.newId()}` }
    if (request.method !== 'POST') return refusalOf(WRONG_METHOD, exchange)

    const text = await request.text()
    const reading = format.read(parseJson(text), request.headers)
    if (!reading.ok) return refusalOf(reading.refusal, exchange)
    const { prompt } = reading

    const fault = faultIn(lastWords(newest(prompt)))
    await host.pace.delay(fault === 'slow' ? SLOW_FIRST_WORD_MS : FIRST_WORD_MS, signal)
    signal.throwIfAborted()
    if (fault === 'unreachable') throw connectionRefused()
    const isForgiven = fault === 'overloaded once' && isSecondTime(text)
    if (isRefusal(fault) && !isForgiven) return refusalOf(format.refusal(fault, prompt), exchange)
    if (fault === 'midstream error' && !prompt.streaming) {
      return refusalOf(format.refusal('overloaded', prompt), exchange)
    }
    return answerTo(prompt, fault, exchange, host, signal)
  }

  /** True for the attempt after the one that was refused; the one after that is a new first. */
  function isSecondTime(text: string): boolean {
    const attempt = createHash('sha256').update(text).digest('base64')
    if (refusedOnce.delete(attempt)) return true
    refusedOnce.add(attempt)
    return false
  }
}

/** The model that a request is about. */
async function named(request: Request): Promise<string> {
  const body = parseJson(await request.text())
  return isJsonObject(body) && typeof body.model === 'string' ? body.model : ''
}

const WRONG_METHOD: Refusal = { status: 405, type: 'invalid_request_error', message: 'Method Not Allowed' }

function notFound(method: string, pathname: string): Response {
  const message = `Invalid URL (${method} ${pathname})`
  return Response.json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, { status: 404 })
}
