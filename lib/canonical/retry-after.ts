/** In seconds: `retry-after-ms`, or `retry-after` in seconds or as an HTTP date. Null where there is none that can be read. */
export function retryAfter(headers: Pick<Headers, 'get'>, now: number): number | null {
  const millis = amount(headers.get('retry-after-ms'))
  if (millis !== null) return millis / 1_000
  const value = headers.get('retry-after')
  const seconds = amount(value)
  if (seconds !== null) return seconds
  const date = Date.parse(value ?? '')
  return Number.isNaN(date) ? null : Math.max(0, date - now) / 1_000
}

function amount(value: string | null): number | null {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null
}
