import { MOST_TURNS } from '#lib/api/routing-dry-run.ts'
import { YAML } from '#lib/api/routing-rule.ts'
import { hasType, readBody } from '../../../../_http/body.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

/** A text of rules as long as may be saved, each of its letters escaped, and a message. */
const LIMIT = 2_500_000

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/routing/dry-run', {
  async POST({ request, principal, body, server: { ruleDryRuns } }) {
    const asked = YAML.some((type) => hasType(request, type))
      ? { text: new TextDecoder().decode(await readBody(request, LIMIT)), turns: MOST_TURNS }
      : await body(LIMIT)
    const found = await ruleDryRuns.run(principal, asked, request.signal)
    if (!found) throw notFound('the session')
    const { cost_before: before, cost_after: after, changes, ...rest } = found
    return {
      ...rest,
      ...costs(before, after),
      changes: changes.map(({ cost_before, cost_after, ...change }) => ({
        ...change,
        ...costs(cost_before, cost_after),
      })),
    }
  },
})

interface Cost {
  usd: string | null
  unpriced_calls: number
}

function costs(before: Cost, after: Cost) {
  return {
    cost_before: before.usd,
    cost_after: after.usd,
    unpriced_before: before.unpriced_calls,
    unpriced_after: after.unpriced_calls,
  }
}
