import { assertNever } from '../assert-never.ts'
import type { Step } from './broken-stream.ts'
import { type Pace, speakingMs } from './pace.ts'

/**
 * A response body that sends one event per chunk, when the reader asks for it and not before its time.
 * When `signal` aborts it errors with the reason, as the body of a real `fetch` does.
 */
export function bodyOf(steps: Iterator<Step>, pace: Pace, signal: AbortSignal): ReadableStream<Uint8Array> {
  // A plain listener rather than AbortSignal.any: it keeps a body alive that only its signal can still end.
  const over = new AbortController()
  const abort = () => over.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const forget = () => signal.removeEventListener('abort', abort)

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          signal.throwIfAborted()
          const step = steps.next()
          if (step.done) {
            forget()
            controller.close()
          } else {
            const bytes = await played(step.value, pace, over.signal)
            controller.enqueue(bytes)
          }
        } catch (error) {
          forget()
          controller.error(error)
        }
      },
      cancel(reason) {
        forget()
        over.abort(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

async function played(step: Step, pace: Pace, signal: AbortSignal): Promise<Uint8Array> {
  switch (step.do) {
    case 'send':
      await pace.delay(speakingMs(step.words, pace), signal)
      signal.throwIfAborted()
      return step.bytes
    case 'hang':
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    case 'fail':
      throw connectionLost()
    default:
      return assertNever(step)
  }
}

/** The errors that `fetch` itself would throw. */
function connectionLost(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })
  return new TypeError('terminated', { cause })
}

export function connectionRefused(): TypeError {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  return new TypeError('fetch failed', { cause })
}
