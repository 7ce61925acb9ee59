import { answerBehindLink, linkHolder, nothingThere } from '../../../_http/link-holder.ts'
import { drawnTitle, titlePicture } from '../../../_share/title-picture.ts'
import { readerTexts } from '../../../_texts/reader-language.ts'
import { server } from '../../../server.ts'

/** What other programs show beside the link, where its owner lets them know the title. */
export function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return answerBehindLink(async () => {
    const { token } = await params
    const installed = await server()
    const link = await installed.sharedLinks.open(await linkHolder(request.headers, installed, token), {
      counts: false,
    })
    if (link?.type !== 'open' || !link.shows_title) return nothingThere()
    const { late } = await readerTexts()
    const about = late.shares.conversation
    const picture = await titlePicture(drawnTitle(link.snapshot.title) ?? about, about)
    return new Response(new Blob([picture]), { headers: { 'content-type': 'image/png' } })
  })
}
