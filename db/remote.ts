import { DatabaseError, reasonOf } from './client.ts'
import { type ErrorData, errorData, errorFrom } from './error-transfer.ts'

/** One end of a channel between threads: a `MessagePort`, or a `Worker`. */
export interface Port {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** Objects whose methods take and return plain data, later. */
type Services = Record<string, object>

export type CallRemote = (service: string, method: string, args: unknown[]) => Promise<unknown>

interface Question {
  id: number
  service: string
  method: string
  args: unknown[]
}

type Answer = { id: number } & ({ value: unknown } | { error: ErrorData })

type Methods = Record<string, string[]>

/** The first message from the side that serves: what it has, or why it cannot. */
type Greeting = { methods: Methods } | { error: ErrorData }

/**
 * Answers the calls of the other side with what `open` returns; those that came before wait for it. False when it threw:
 * the other side is told, and nothing is served.
 */
export async function serve(port: Port, open: () => Promise<Services>): Promise<boolean> {
  const say = (message: Answer | Greeting) => port.postMessage(message)
  let services: Services
  try {
    services = await open()
  } catch (error) {
    say({ error: errorData(error) })
    return false
  }
  const answer = async (question: Question) => {
    const { id, service, method, args } = question
    try {
      const value = await (services[service] as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args)
      say({ id, value })
    } catch (error) {
      say({ id, error: errorData(error) })
    }
  }
  port.on('message', (question) => void answer(question as Question))
  const methods = Object.entries(services).map(([service, object]) => {
    return [service, Object.entries(object).flatMap(([key, value]) => (typeof value === 'function' ? [key] : []))]
  })
  say({ methods: Object.fromEntries(methods) })
  return true
}

export interface Connection {
  /** What the other side has, by service. Rejected with what it threw while it opened that. */
  methods: Promise<Methods>
  call: CallRemote
  /** The other side is gone: calls that wait for it, and later ones, are refused with a `DatabaseError`. */
  lose: (reason: unknown) => void
}

export function connect(port: Port): Connection {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const greeted = Promise.withResolvers<Methods>()
  let lost: Error | undefined
  let questions = 0

  const refuse = (error: Error) => {
    lost ??= error
    greeted.reject(lost)
    for (const answer of waiting.values()) answer.reject(lost)
    waiting.clear()
  }
  port.on('message', (received) => {
    const message = received as Answer | Greeting
    if ('methods' in message) return greeted.resolve(message.methods)
    if (!('id' in message)) return refuse(errorFrom(message.error))
    const answer = waiting.get(message.id)
    waiting.delete(message.id)
    return 'error' in message ? answer?.reject(errorFrom(message.error)) : answer?.resolve(message.value)
  })
  // Not everybody asks, and an error that is told to each call is not unhandled.
  greeted.promise.catch(() => {})
  return {
    methods: greeted.promise,
    async call(service, method, args) {
      if (lost) throw lost
      const id = questions++
      // First: what cannot be sent throws here, and nothing waits for it.
      port.postMessage({ id, service, method, args } satisfies Question)
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      return answer.promise
    },
    lose: (reason) => refuse(new DatabaseError(`the database has ended: ${reasonOf(reason)}`, { cause: reason })),
  }
}

/** Objects with these methods, each of which is a call. */
export function remote<T extends Services>(methods: Methods, call: CallRemote): T {
  const services = Object.entries(methods).map(([service, names]) => {
    const entries = names.map((method) => [method, (...args: unknown[]) => call(service, method, args)])
    return [service, Object.fromEntries(entries)]
  })
  return Object.fromEntries(services)
}
