import { resolve } from 'node:path'

type Route = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>

export interface Said {
  params?: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/**
 * Asks a route of the app, in this process, as a page of `origin` does; `globalThis.metisServer` answers it. Without `params`:
 * as the framework asks an address that has none.
 */
export async function callRoute(
  origin: string,
  method: string,
  path: string,
  { params, query = '', body, headers }: Said = {},
): Promise<Response> {
  const file = resolve('app', `.${path.replaceAll('{', '[').replaceAll('}', ']')}`, 'route.ts')
  const module = (await import(file)) as Record<string, Route>
  const request = new Request(`${origin}${path}${query}`, {
    method,
    headers: {
      host: new URL(origin).host,
      origin,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return await (module[method] as Route)(request, { params: Promise.resolve(params) })
}

/** Of a refusal. */
export async function codeOf(response: Response): Promise<string | undefined> {
  return ((await response.json()) as { error?: { code?: string } }).error?.code
}
