import { shareCopy } from '#lib/share/share-copy.ts'
import { answerBehindLink, linkHolder, nothingThere } from '../../../_http/link-holder.ts'
import { server } from '../../../server.ts'

/** All that the page shows, as a file that can be verified without any server. */
export function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return answerBehindLink(async () => {
    const { token } = await params
    const installed = await server()
    const link = await installed.sharedLinks.open(await linkHolder(request.headers, installed, token), {
      counts: false,
    })
    if (link?.type !== 'open') return nothingThere()
    const day = link.snapshot.shared_at.slice(0, 10)
    return Response.json(shareCopy(link.snapshot), {
      headers: { 'content-disposition': `attachment; filename="metis-share-${day}.json"` },
    })
  })
}
