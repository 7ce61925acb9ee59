import { LinkUnusableError } from '#lib/people/refused.ts'
import { routes } from '../../../_http/route.ts'
import { peopleOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/links/open', {
  async POST({ body, server }) {
    const link = await peopleOf(server).openLink((await body()).token)
    if (!link) throw new LinkUnusableError()
    return link
  },
})
