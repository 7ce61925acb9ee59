import 'server-only'
import { type ApiPath, CONTRACT, type ParamsOf } from '#lib/api/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { PERSON_HEADER } from '#lib/api/person-header.ts'
import type { Origin, SignedIn } from '#lib/people/sign-in.ts'
import { hasRole, LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import { isStorageError } from '#lib/store/storage-error.ts'
import { type Server, server } from '../server.ts'
import { apiAnswer } from './api-answer.ts'
import { cookieOf, originOf, tokenOf } from './auth-cookie.ts'
import { readJson, readQuery } from './body.ts'
import type { Handlers, Taken } from './handler.ts'
import { HttpError, notFound } from './http-error.ts'
import { allowed, FOREIGN_METHOD, METHODS, type Method, methodNotAllowed } from './method.ts'
import { isMonitor, MONITOR } from './metrics-token.ts'
import { originProblem, type RequestKind } from './origin.ts'
import { checkPromise } from './promised-answer.ts'
import { asHttpError } from './refusal.ts'

type RouteHandler<P> = (request: Request, context: { params: Promise<P> }) => Promise<Response>

/** An address, its place in the contract, and what carries out each of its methods. */
interface Address {
  path: string
  endpoints: Readonly<Partial<Record<string, Endpoint>>>
  handlers: Readonly<Partial<Record<string, (taken: Taken) => Promise<unknown>>>>
}

/**
 * All that an address of the contract answers, for every method: the origin is checked, the server is up, what the address
 * has not is said with what it has, and every refusal becomes the contract's error shape.
 */
export function routes<P extends ApiPath>(path: P, handlers: Handlers<P>): Record<Method, RouteHandler<ParamsOf<P>>> {
  return everyMethod({ path, endpoints: CONTRACT[path], handlers: handlers as unknown as Address['handlers'] })
}

/** What every other address answers: it does not exist. */
export function noRoutes<P>(): Record<Method, RouteHandler<P>> {
  return everyMethod({ path: 'an unknown address', endpoints: {}, handlers: {} })
}

function everyMethod<P>(address: Address): Record<Method, RouteHandler<P>> {
  const answer: RouteHandler<P> = async (request, context) => {
    const response = await answered(address, request, context)
    const { checksContract } = await server()
    return checksContract ? await asPromised(address, request, response) : response
  }
  return Object.fromEntries(METHODS.map((method) => [method, answer])) as Record<Method, RouteHandler<P>>
}

async function answered(address: Address, request: Request, context: { params: Promise<unknown> }): Promise<Response> {
  try {
    return apiAnswer(await handle(address, request, context))
  } catch (cause) {
    const refusal = asHttpError(cause)
    if (refusal && !isStorageError(cause)) return refusal.toResponse()
    await logFailure(request, cause)
    const fault = refusal ?? new HttpError('internal_error', 'something went wrong here; the log says what')
    return fault.toResponse()
  }
}

async function handle(address: Address, request: Request, context: { params: Promise<unknown> }): Promise<Response> {
  const installed = await server()
  const { reachable, access } = installed
  const kind = kindOf(request, address)
  const problem = originProblem(request.headers, kind, reachable)
  if (problem) throw new HttpError('forbidden_origin', problem)
  const allow = allowed(Object.keys(address.handlers))
  if (allow === null) throw notFound('this address')
  const isForeign = request.headers.has(FOREIGN_METHOD)
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const method = ownMethod(request)
  const endpoint = address.endpoints[method]
  const handler = address.handlers[method]
  if (isForeign || !endpoint || !handler) throw methodNotAllowed(allow)
  const { needs, byToken, query, body, answer } = endpoint
  const from = originOf(request.headers)
  const signedIn = access && (await access.signIn.find(tokenOf(request.headers, reachable), from))
  if (needs !== 'nobody') assertMeantBy(signedIn, request.headers)
  const cookies: string[] = []
  // The framework gives none at an address that has none.
  const params = (await context.params) ?? {}
  const result = await handler({
    request,
    principal:
      byToken && isMonitor(request.headers, installed.metricsToken)
        ? MONITOR
        : principalFor(needs, installed, signedIn),
    signedIn,
    from,
    browser: tokenOf(request.headers, reachable, 'browser'),
    until: access && signedIn ? access.streams.watch(signedIn.session.id, request.signal) : request.signal,
    keepToken: (token) => cookies.push(cookieOf(token, reachable)),
    keepBrowser: (name) => cookies.push(cookieOf(name, reachable, 'browser')),
    params,
    query: query && readQuery(new URL(request.url), query),
    body: async (limit) => body && 'json' in body && (await readJson(request, body.json, limit)),
    server: installed,
  })
  const response = responseOf(answer, result)
  if (kind === 'change' && response.ok) await noteDeed(installed, endpoint, signedIn, from, subjectOf(params, result))
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** What admins do is in the audit log; what they do to people is there already, in the same write. */
async function noteDeed(
  { access }: Server,
  { id, tag, needs }: Endpoint,
  signedIn: SignedIn | null,
  { address }: Origin,
  subject: string | null,
): Promise<void> {
  if (!access || !signedIn || tag === 'people' || needs === 'member' || needs === 'nobody') return
  await access.people.note({ principal: signedIn.principal, address }, id, subject)
}

/** What it was done to: what the address names, or what was made. */
function subjectOf(params: unknown, result: unknown): string | null {
  const [named] = Object.values(params as Record<string, string>)
  if (named !== undefined) return named
  const isNamed = typeof result === 'object' && result !== null && 'id' in result
  return isNamed && typeof result.id === 'string' ? result.id : null
}

function responseOf(answer: Endpoint['answer'], result: unknown): Response {
  if (result instanceof Response) return result
  return 'json' in answer
    ? Response.json(result, { status: answer.status })
    : new Response(null, { status: answer.status })
}

/** The one place that says who asks. Throws a refusal where they may not ask this. */
function principalFor(needs: Endpoint['needs'], { access }: Server, signedIn: SignedIn | null): Principal {
  if (access === null) return LOCAL_OWNER
  if (needs === 'nobody') return signedIn?.principal ?? NOBODY
  if (signedIn === null) throw new HttpError('sign_in_required', 'sign in first')
  if (hasRole(signedIn.principal, needs)) return signedIn.principal
  throw new HttpError('role_required', `this needs the role ${needs}`)
}

/** The tabs of a browser share what it is signed in with: one that was loaded as somebody else asks as them, not as who came after. */
function assertMeantBy(signedIn: SignedIn | null, headers: Headers): void {
  const meant = headers.get(PERSON_HEADER)
  if (!signedIn || meant === null || meant === signedIn.person.id) return
  throw new HttpError('another_person', 'somebody else has signed in meanwhile; load the page again')
}

/** Owns nothing. */
const NOBODY: Principal = { id: '', role: 'member', teams: [] }

/** What a page of another server may make a browser ask, without being told the answer. */
const READS = ['GET', 'HEAD', 'OPTIONS']

/** A browser may come from anywhere to where it is led to a page. */
function kindOf(request: Request, { endpoints }: Address): RequestKind {
  if (!READS.includes(request.method)) return 'change'
  return endpoints[ownMethod(request)]?.answer.status === 303 ? 'page' : 'read'
}

function ownMethod({ method }: Request): string {
  return method === 'HEAD' ? 'GET' : method
}

/** In tests the server says so itself where an answer is not what the contract promises. */
async function asPromised(address: Address, request: Request, response: Response): Promise<Response> {
  const method = ownMethod(request)
  const endpoint = request.headers.has(FOREIGN_METHOD) ? undefined : address.endpoints[method]
  try {
    await checkPromise(`${method} ${address.path}`, endpoint, response)
    return response
  } catch (cause) {
    await logFailure(request, cause)
    return new HttpError('internal_error', cause instanceof Error ? cause.message : String(cause)).toResponse()
  }
}

async function logFailure(request: Request, cause: unknown): Promise<void> {
  const { log } = await server()
  log.error('a request failed', { path: new URL(request.url).pathname, cause })
}
