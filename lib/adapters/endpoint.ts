/**
 * The URL of an endpoint under a base URL that people write with or without a version segment, a trailing slash or a
 * query: `http://host`, `http://host/v1/`, `https://host/api/v1`, `https://host/v1beta/openai`.
 */
export function endpointUrl(baseUrl: string, path: string): string {
  const url = new URL(baseUrl)
  const base = url.pathname.replace(/\/+$/, '')
  const isVersioned = /\/v\d+[a-z0-9]*(\/|$)/.test(base)
  url.pathname = `${base}${isVersioned ? '' : '/v1'}${path}`
  url.hash = ''
  return url.href
}
