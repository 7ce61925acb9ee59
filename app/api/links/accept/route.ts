import { invalidRequest } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'
import { peopleOf, signInOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/links/accept', {
  async POST({ body, signedIn, from, keepToken, server }) {
    const { token: link, ...said } = await body()
    const people = peopleOf(server)
    const open = await people.openLink(link)
    if (open?.kind === 'invitation' && open.email === null && said.email === undefined) {
      throw invalidRequest([{ path: 'email', problem: 'an e-mail address' }])
    }
    const { token, person } = await people.acceptLink(link, said, from)
    if (signedIn) await signInOf(server).end(signedIn, { id: signedIn.session.id }, from)
    keepToken(token)
    return person
  },
})
