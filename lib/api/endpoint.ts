import type { z } from 'zod'
import type { Role } from '../principal.ts'
import type { ErrorCode } from './error.ts'

/** What one method of one address takes and gives. */
export interface Endpoint {
  /** Names it among all: the `operationId` of the published document. */
  id: string
  tag: 'chat' | 'shares' | 'models' | 'providers' | 'attachments' | 'prices' | 'usage' | 'people' | 'installation'
  /** The least role that it answers; `nobody`: it is asked without signing in. */
  needs: Role | 'nobody'
  /** What has the token of metrics is answered as well. */
  byToken?: true
  summary: string
  description?: string
  query?: z.ZodObject
  /** Those that change what is done, by their names in lower case. */
  headers?: z.ZodObject
  /** A JSON body, `or` a file of these types that says the most of it; or the bytes of a file. */
  body?: { json: z.ZodType; or?: readonly string[] } | { file: readonly string[] }
  answer: /** `or`: the other types as which it can be asked for. */
    | { status: 200 | 201 | 202; json: z.ZodType; or?: readonly string[] }
    | { status: 204 }
    /** A page of this server, which a browser is led to that comes from anywhere. */
    | { status: 303 }
    | { status: 200; file: readonly string[] }
    /** Server-sent events, each with one of these as its data. */
    | { status: 200; events: Readonly<Record<string, z.ZodObject>> }
  /** What it answers instead, where its description says so. */
  otherwise?: { status: 202; json: z.ZodType }
  /** Beside those that any request may meet. */
  errors: readonly ErrorCode[]
}
