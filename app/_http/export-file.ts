import type { StreamedFile } from '#lib/export/export-runs.ts'

/** A download, whatever is in it: nothing of it is ever a page of this server. */
export function exportAnswer(request: Request, { name, media_type, body }: StreamedFile): Response {
  const headers = {
    'content-type': media_type,
    'content-disposition': `attachment; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
  if (request.method !== 'HEAD') return new Response(body, { headers })
  void body.cancel()
  return new Response(null, { headers })
}
