type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>

interface Said {
  /** Of an address that has some; at any other the framework gives none. */
  params?: Record<string, string>
  /** With its `?`. */
  query?: string
  body?: unknown
  /** Under which it is done once. */
  key?: string | null | undefined
}

/** Asks a route as somebody at this machine does; `body` is null where there is none. */
export async function askRoute(
  route: unknown,
  method: string,
  { params, query = '', body, key = null }: Said = {},
  // biome-ignore lint/suspicious/noExplicitAny: what it is, each test says
): Promise<{ status: number; body: any }> {
  const request = new Request(`http://localhost/${query}`, {
    method,
    headers: { host: 'localhost', 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await (route as Route)(request, { params: Promise.resolve(params as never) })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}
