/**
 * Whether requests go to a server of the user's own, or to anybody's but the provider's public service: what it serves,
 * under whichever name, has no published price and no published list. `null`: no address was given, or there is no service
 * at an address that everybody shares.
 */
export function isOwnServer(baseUrl: string | null, serviceUrl: string | null): boolean {
  if (serviceUrl === null) return true
  const { hostname } = new URL(baseUrl ?? serviceUrl)
  return isThisMachine(hostname) || !isOfService(hostname, new URL(serviceUrl).hostname)
}

/**
 * Whether a server of the user's own goes by the name of a vendor, whose prices do not hold there. Where nobody sells under the
 * name, a row of the prices can only mean this very server (2026-11-23).
 */
export function standsInForVendor(baseUrl: string | null, serviceUrl: string | null): boolean {
  return serviceUrl !== null && !isThisMachine(new URL(serviceUrl).hostname) && isOwnServer(baseUrl, serviceUrl)
}

/** A service has names by region too, such as `eu.api.openai.com`. */
function isOfService(hostname: string, service: string): boolean {
  return hostname === service || hostname.endsWith(`.${service}`)
}

/** Also where it is the usual address, as for Ollama. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
