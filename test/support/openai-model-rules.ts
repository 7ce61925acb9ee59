import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { knownModel, modelComplaints } from '#lib/demo/openai/model-rules.ts'

/**
 * What OpenAI's own service refuses for the model that a request names (wire-rules 166 to 169). It knows no model but its
 * own, and the organisation is not verified, as a new one is not.
 */
export function openaiModelFaults(api: 'chat' | 'responses', body: JsonObject): string[] {
  if (!knownModel(body.model))
    return [`model: \`${String(body.model)}\` does not exist or you do not have access to it`]
  const faults = [...modelComplaints(api, body)].map(({ param, message }) => `${param}: ${message}`)
  const isUnverified = isJsonObject(body.reasoning) && body.reasoning.summary !== undefined
  return isUnverified ? [...faults, 'reasoning.summary: Your organization must be verified'] : faults
}
