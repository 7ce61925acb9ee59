import type { ModelUse } from '#lib/store/model-use.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/models/ending', {
  async GET({ principal, server: { modelEnds } }) {
    const models = await modelEnds.list(principal)
    return {
      models: models.map(({ model: { id, label, ends }, suggested, chats, presets, titles, rules, budgets }) => ({
        id,
        label,
        ends,
        suggested,
        chats: said(chats),
        presets: said(presets),
        titles,
        rules,
        budgets,
      })),
    }
  },
})

function said({ own, others, shown }: ModelUse) {
  return { own, others, shown }
}
