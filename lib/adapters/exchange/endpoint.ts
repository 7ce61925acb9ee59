const VERSION = /\/v\d+[a-z0-9]*(?=\/|$)/

/**
 * The URL of an endpoint under a base URL that people write with or without the root that all endpoints of the host have
 * in common, a trailing slash or a query: `http://host`, `http://host/v1/`, `https://host/v1beta/openai`. A version in
 * the base URL stands for that of the root; under a root without one (`/api`) it belongs to another format of the host.
 */
export function endpointUrl(baseUrl: string, path: string, root = '/v1'): string {
  const url = new URL(baseUrl)
  const base = url.pathname.replace(/\/+$/, '')
  url.pathname = `${rooted(base, root)}${path}`
  url.hash = ''
  return url.href
}

function rooted(base: string, root: string): string {
  if (VERSION.test(root)) {
    if (VERSION.test(base)) return base
    const [parent = ''] = root.split(VERSION)
    return `${base.endsWith(parent) ? base.slice(0, base.length - parent.length) : base}${root}`
  }
  const bare = base.replace(/\/v\d+[a-z0-9]*$/, '')
  return bare.endsWith(root) ? bare : `${bare}${root}`
}
