import type { z } from 'zod'
import type { ApiPath, BodyOf, EndpointOf, MethodOf, ParamsOf, QueryOf, UsualAnswerOf } from '#lib/api/contract.ts'
import type { Origin, SignedIn } from '#lib/people/sign-in.ts'
import type { Principal } from '#lib/principal.ts'
import type { Server } from '../server.ts'

/** What a handler is given: the request, read as the contract says. */
export interface Taken<Params = unknown, Query = unknown, Body = unknown> {
  request: Request
  principal: Principal
  /** By which session it comes; null where nobody signs in, or nobody need have. */
  signedIn: SignedIn | null
  from: Origin
  /** By what the browser is known that has something to prove; null where it has nothing. */
  browser: string | null
  /** Aborted when the client goes away, and when whoever asks is signed out: for answers that stay open. */
  until: AbortSignal
  /** What the browser is to send from now on; null: nothing. */
  keepToken: (token: string | null) => void
  /** By what it is known until it has. */
  keepBrowser: (name: string) => void
  params: Params
  query: Query
  /** Reads the body. Throws a refusal where it is not as the contract says, or larger than `limit` bytes. */
  body: (limit?: number) => Promise<Body>
  server: Server
}

/** One handler for each method that the contract has at this address: one too few or too many is a type error. */
export type Handlers<P extends ApiPath> = { [M in MethodOf<P>]: Handler<P, EndpointOf<P, M>> }

type Handler<P extends ApiPath, E> = (taken: Taken<ParamsOf<P>, QueryOf<E>, BodyOf<E>>) => Promise<Answer<E>>

/** JSON goes back as the value it is; a handler makes the response itself only where the answer is something else. */
type Answer<E> = E extends { answer: { json: z.ZodType } }
  ?
      | Sent<UsualAnswerOf<E>>
      | (E extends { otherwise: object } | { answer: { or: readonly string[] } } ? Response : never)
  : E extends { answer: { status: 204 } }
    ? undefined | (E extends { otherwise: object } ? Response : never)
    : Response

/** Nobody changes what is sent, so it need not be changeable. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T
