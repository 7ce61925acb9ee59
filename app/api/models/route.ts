import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/models', {
  async GET({ server: { models, wireTypes } }) {
    await models.refresh()
    const { defaultModel, unlisted, configProblem } = models
    return { models: models.list(), default: defaultModel, unlisted, wires: wireTypes, config_problem: configProblem }
  },
})
