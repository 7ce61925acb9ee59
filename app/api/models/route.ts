import { listedModel } from '../../_http/listed-model.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/models', {
  async GET({ server: { models, wireTypes } }) {
    await models.refresh()
    const { defaultModel, unlisted, configProblem, availability } = models
    const listed = models.list().map((model) => listedModel(model, availability))
    return { models: listed, default: defaultModel, unlisted, wires: wireTypes, config_problem: configProblem }
  },
})
