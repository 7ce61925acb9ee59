import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { isText } from '../../answer/wire-text.ts'
import type { Inspection, ModelFacts } from '../../protocol.ts'

/** `POST /api/show`: how long the model's context really is, what it can do, and where it runs. */
export const inspection: Inspection = {
  path: '/show',
  question: ({ wire_name, options }) => (options.num_ctx === undefined ? { model: wire_name } : null),
  read: modelFacts,
}

/** What may be asked of a model without levels. */
const ON_OR_OFF = ['none', 'default']

export function modelFacts(show: JsonObject): ModelFacts {
  const context = contextLength(show)
  const abilities = Array.isArray(show.capabilities) ? show.capabilities : null
  const levels = thinkLevels(show)
  const thinks = isJsonObject(show.thinking) || (abilities?.includes('thinking') ?? false)
  return {
    options: {
      ...(context === undefined ? {} : { num_ctx: context }),
      ...(abilities === null ? {} : { thinks }),
      ...(thinks ? { think_levels: levels, reasoning_efforts: levels.length > 0 ? levels : ON_OR_OFF } : {}),
      ...(isText(show.remote_host) || isText(show.remote_model) ? { is_remote: true } : {}),
    },
    capabilities: {
      ...(context === undefined ? {} : { max_context_tokens: context }),
      ...(abilities === null
        ? {}
        : {
            supports_thinking: thinks,
            supports_tools: abilities.includes('tools'),
            supports_images: abilities.includes('vision'),
            accepted_image_media_types: abilities.includes('vision') ? ['image/png', 'image/jpeg'] : [],
          }),
    },
  }
}

/** Who set `num_ctx` for the model decided how much of it to use: `"temperature 0.7\nnum_ctx 8192"`. */
function contextLength({ parameters, model_info: info }: JsonObject): number | undefined {
  const set = isText(parameters) ? /^num_ctx\s+"?(\d+)/m.exec(parameters)?.[1] : undefined
  if (set !== undefined) return positive(Number(set))
  if (!isJsonObject(info)) return undefined
  const own = positive(info[`${String(info['general.architecture'])}.context_length`])
  return own ?? positive(Object.entries(info).find(([field]) => field.endsWith('.context_length'))?.[1])
}

function positive(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

/** The words that `think` may be: newer servers list them, and gpt-oss knows levels only (wire-rule 88). */
function thinkLevels({ thinking, details }: JsonObject): string[] {
  if (isJsonObject(thinking) && Array.isArray(thinking.values)) return thinking.values.filter(isText)
  return isJsonObject(details) && /^gpt-?oss$/.test(String(details.family)) ? ['low', 'medium', 'high'] : []
}
