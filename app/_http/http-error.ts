import { ERRORS, type ErrorCode, type ErrorDetails, type Fault } from '#lib/api/error.ts'
import { apiAnswer } from './api-answer.ts'

/** A refusal with its place in the contract: a code, words for people, details for programs. */
export class HttpError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly details: ErrorDetails<C> | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(code: C, message: string, details?: ErrorDetails<C>, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'HttpError'
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  toResponse(): Response {
    const { code, message, details, headers } = this
    const error = details === undefined ? { code, message } : { code, message, details }
    return apiAnswer(Response.json({ error }, { status: this.status, headers }))
  }
}

export function notFound(what: string): HttpError {
  return new HttpError('not_found', `${what} does not exist`)
}

export function invalidRequest(faults: Fault[]): HttpError {
  const message = faults.map(({ path, problem }) => (path ? `${path}: ${problem}` : problem)).join('; ')
  return new HttpError('invalid_request', message, faults)
}
