/**
 * An answer of the API as it leaves: what it says of a conversation is for nobody's cache unless the route says how long it
 * stays true, and no browser may take it for anything but its type.
 */
export function apiAnswer(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}
