import type { EXPORT_FORMATS } from '#lib/api/export.ts'
import type { ExportFormat } from '#lib/export/export-format.ts'
import type { StreamedFile } from '#lib/export/export-runs.ts'
import { exportFormat } from '../_content/export-format.ts'
import type { Server } from '../server.ts'
import { invalidRequest } from './http-error.ts'
import { languageOf } from './reader.ts'

interface Asked {
  format: (typeof EXPORT_FORMATS)[number]
  type?: string | undefined
}

/** The format that a request asks for, in the language of who asks. Throws a refusal for a type that is none. */
export async function askedFormat(
  request: Request,
  { format, type }: Asked,
  { wireFormat, wireTypes, version }: Pick<Server, 'wireFormat' | 'wireTypes' | 'version'>,
): Promise<ExportFormat> {
  if (format === 'wire') {
    const wire = wireFormat(type ?? null)
    const problem = `one of ${wireTypes.map(({ id }) => id).join(', ')}`
    if (!wire) throw invalidRequest([{ path: 'type', problem }])
    return wire
  }
  return await exportFormat(format, { language: languageOf(request.headers), version })
}

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
