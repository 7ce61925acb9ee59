import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/usage/elsewhere', {
  async GET({ query: { model, of_model, from, to, tz, ...filter }, server: { usage, models } }) {
    const listed = models.list()
    const asked =
      model === undefined
        ? listed.filter(({ configured, price }) => configured && price)
        : listed.filter(({ id }) => id === model)
    const { models: costs, as_it_was } = await usage.elsewhere(
      { from, to, tz, filter: { ...filter, model: of_model } },
      model !== undefined && asked.length === 0 ? [{ id: model, price: null }] : asked,
    )
    const estimates = costs.map((cost) => ({ ...cost, estimated: true as const }))
    const [only] = estimates
    return model === undefined || !only ? { models: estimates, as_it_was } : { ...only, as_it_was }
  },
})
