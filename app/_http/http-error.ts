import { apiAnswer } from './api-answer.ts'

/** A refusal with its place in the contract: status, code, words for people, details for programs. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    code: string,
    message: string,
    details?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.details = details
    this.headers = headers
  }

  toResponse(): Response {
    const { code, message, details, headers } = this
    const error = details === undefined ? { code, message } : { code, message, details }
    return apiAnswer(Response.json({ error }, { status: this.status, headers }))
  }
}

export function notFound(what: string): HttpError {
  return new HttpError(404, 'not_found', `${what} does not exist`)
}

export interface Fault {
  /** Where in the request, for instance `content.0.text`. */
  path: string
  problem: string
}

export function invalidRequest(faults: Fault[]): HttpError {
  const message = faults.map(({ path, problem }) => (path ? `${path}: ${problem}` : problem)).join('; ')
  return new HttpError(400, 'invalid_request', message, faults)
}
