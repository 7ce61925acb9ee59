import { readBody } from '../../../_http/body.ts'
import { routes } from '../../../_http/route.ts'

/** Five hundred rules with all that can be said of them. */
const TEXT_LIMIT = 1_000_000

const PAGE = 50

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/routing', {
  async GET({ query: { before }, server: { rules } }) {
    const { text, ...current } = rules.current()
    const history = await rules.history(before ?? null, PAGE)
    const last = history.at(-1)
    return { ...current, rules: text, history, next: last && history.length === PAGE ? last.version : null }
  },

  async PUT({ request, principal, query: { note = '', based_on }, server: { rules } }) {
    const text = new TextDecoder().decode(await readBody(request, TEXT_LIMIT))
    return await rules.save(principal, { text, note, based_on })
  },
})
