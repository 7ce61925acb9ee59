import { listedModel } from '../../../_http/listed-model.ts'
import { routes } from '../../../_http/route.ts'

/** More are not looked at one by one. */
const MOST_MODELS = 10_000

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/models', {
  async GET({ principal, server: { models, usage } }) {
    const [{ rows }] = await Promise.all([
      usage.read(principal, {
        tz: 'UTC',
        filter: {},
        group: 'model',
        bucket: null,
        costs: 'stamped',
        limit: MOST_MODELS,
      }),
      models.refresh(),
    ])
    const seen = new Map(
      rows.map(({ key, calls, failed_calls, latency_ms, time_to_first_token_ms }) => [
        key,
        { calls, failed_calls, latency_ms, time_to_first_token_ms },
      ]),
    )
    return {
      models: models.list().map((model) => ({
        ...listedModel(model, models.availability),
        claims: models.claims(model.id),
        refuses: models.refusals(model.id),
        seen: seen.get(model.id) ?? null,
      })),
    }
  },
})
