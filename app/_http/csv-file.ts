/** A browser that opens the address takes anything, and shows JSON. */
export function wantsCsv(request: Request, format: 'json' | 'csv' | undefined): boolean {
  if (format !== undefined) return format === 'csv'
  return request.headers.get('accept')?.split(',')[0]?.split(';')[0]?.trim() === 'text/csv'
}

/** Named after what it has, and its days in UTC where it is of some days. */
export function csvFile(
  name: string,
  range: { from: string; to: string } | null,
  body: string | ReadableStream<Uint8Array>,
): Response {
  const days = range ? `-${range.from.slice(0, 10)}-${range.to.slice(0, 10)}` : ''
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}${days}.csv"`,
    },
  })
}
