import { answerBehindLink, linkHolder, proofCookie, shareAddress } from '../../../_http/link-holder.ts'
import { server } from '../../../server.ts'

interface Context {
  params: Promise<{ token: string }>
}

/** More than any password, and nothing that takes long to read. */
const LONGEST_FORM = 4_096

/** The form of a page without script: what comes back is the page, with what it asked for or once more. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return answerBehindLink(async () => {
    const { token } = await params
    const installed = await server()
    const { reachable, sharedLinks } = installed
    const holder = await linkHolder(request.headers, installed, token)
    const link = await sharedLinks.open({ ...holder, password: await passwordIn(request) }, { counts: false })
    const page = shareAddress(token)
    if (link?.type === 'needs_password') return leadTo(`${page}?wrong`)
    const proof = link?.proof ?? null
    return leadTo(page, proof === null ? undefined : proofCookie(token, proof, reachable))
  })
}

/** Who loads it anew is led to where the form is. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return leadTo(shareAddress((await params).token))
}

async function passwordIn(request: Request): Promise<string> {
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!isForm || !(length <= LONGEST_FORM)) return ''
  return new URLSearchParams(await request.text()).get('password') ?? ''
}

function leadTo(location: string, cookie?: string): Response {
  return new Response(null, { status: 303, headers: { location, ...(cookie && { 'set-cookie': cookie }) } })
}
