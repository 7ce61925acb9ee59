import { answerBehindLink, linkHolder, nothingThere } from '../../../../_http/link-holder.ts'
import { server } from '../../../../server.ts'

/** A picture of a share, for whoever may read the share at that moment. */
export function GET(
  request: Request,
  { params }: { params: Promise<{ token: string; hash: string }> },
): Promise<Response> {
  return answerBehindLink(async () => {
    const { token, hash } = await params
    const installed = await server()
    const file = await installed.sharedLinks.file(await linkHolder(request.headers, installed, token), hash)
    if (!file) return nothingThere()
    return new Response(new Blob([new Uint8Array(file.bytes)]), {
      headers: {
        'content-type': file.media_type,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  })
}
