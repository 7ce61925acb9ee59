import { invalidRequest } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

const LIMIT = 10_000

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/models/test', {
  async POST({ request, principal, body, server: { models, tryModel } }) {
    const { model: named, calls_tool } = await body(LIMIT)
    const model = models.named(named)
    if (!model.adapter) throw invalidRequest([{ path: 'model', problem: 'its provider is not set up' }])
    if (calls_tool && !model.capabilities.supports_tools) {
      throw invalidRequest([{ path: 'calls_tool', problem: 'the model takes no tools' }])
    }
    const { attempt, error, text, called_tool } = await tryModel(principal, {
      model,
      calls_tool,
      signal: request.signal,
    })
    const { id, usage } = attempt
    const { model_served, stop_reason, cost_usd, cost_state, pricing_version } = attempt
    const { latency_ms, time_to_first_token_ms } = attempt
    return {
      call_id: id,
      model_served,
      text,
      called_tool,
      stop_reason,
      tokens: usage && {
        input: usage.input_tokens + usage.cached_input_tokens + usage.cache_creation_input_tokens,
        output: usage.output_tokens,
      },
      cost_usd,
      cost_state,
      pricing_version,
      latency_ms,
      time_to_first_token_ms,
      error: error && {
        error_class: error.error_class,
        message: error.message,
        provider_status: error.provider_status,
      },
    }
  },
})
