import { checkAnswer } from '#lib/api/conformity.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { ADDRESS_ERRORS, COMMON_ERRORS } from '#lib/api/error.ts'

/** What an address answers to a method that it has not. */
const NO_ENDPOINT = { answer: { status: 204 }, errors: ADDRESS_ERRORS } as const

/** Throws a `ContractBreach` where an answer is not what the contract promises of its endpoint. For tests: it reads the body twice. */
export async function checkPromise(where: string, endpoint: Endpoint | undefined, response: Response): Promise<void> {
  const promised: Pick<Endpoint, 'answer' | 'otherwise' | 'errors'> = endpoint
    ? { ...endpoint, errors: [...endpoint.errors, ...COMMON_ERRORS] }
    : NO_ENDPOINT
  const type = response.headers.get('content-type')
  const json: unknown = type?.startsWith('application/json') ? await response.clone().json() : undefined
  checkAnswer(where, promised, { status: response.status, type, json })
}
