import { isJsonObject, type JsonObject } from '../../canonical/json.ts'
import type { Logger } from '../../log.ts'
import { refusedFields } from '../failure/refused-field.ts'
import type { OptionalFields, Target, WireFailure } from '../protocol.ts'

/** The host says that it is this model which does not take the field. */
const OF_THE_MODEL = /\bmodel\b/i

/** OpenAI, and what stands before it: "… use /v1/responses or set reasoning_effort to 'none'" (wire-rule 166). */
const SET_TO_NONE = /set reasoning_effort to ['"`]none/i

/** For a host, whatever the model. */
const ALL = ''

/**
 * What a host has refused of its requests, so that it is asked without from then on: for as long as the adapter lives, and
 * for one model alone where the host blames the model. Only what is optional is ever left out: messages, tools and the
 * schema of an answer are what was asked for, and a host that refuses them is not asked something else.
 */
export class RefusedFields {
  readonly #optional: OptionalFields | undefined
  readonly #log: Logger
  readonly #provider: string
  readonly #refused = new Map<string, Set<string>>()

  constructor(optional: OptionalFields | undefined, provider: string, log: Logger) {
    this.#optional = optional
    this.#provider = provider
    this.#log = log
  }

  /** Whether the failure names something that the next request can do without. */
  learn({ status, ...failure }: WireFailure, body: JsonObject, model: string): boolean {
    if (!this.#optional || (status !== 400 && status !== 422)) return false
    const { fields, in_messages, either } = this.#optional
    const isHere = (field: string) => body[field] !== undefined
    const isInMessages = (field: string) => messagesOf(body).some((message) => message[field] !== undefined)
    const words = failure.text
    const isSetting = SET_TO_NONE.test(words) && body.reasoning_effort !== 'none'
    const top = isSetting
      ? ['reasoning_effort=none']
      : refusedFields({ status, ...failure }, [...fields, ...either].filter(isHere))
    const inside = refusedFields({ status, ...failure }, in_messages.filter(isInMessages)).map(
      (each) => `messages.${each}`,
    )
    const learned = [...top, ...inside]
    if (learned.length === 0) return false
    const place = OF_THE_MODEL.test(words) ? model : ALL
    this.#refused.set(place, new Set([...(this.#refused.get(place) ?? []), ...learned]))
    this.#log.warn('the host refuses fields that it is asked without from now on', {
      adapter: this.#provider,
      fields: learned,
      ...(place === ALL ? {} : { model }),
    })
    return true
  }

  /** The request as this host takes it. What somebody asked for is recorded where it is left out. */
  without(body: JsonObject, model: string, project: Target['project']): JsonObject {
    const refused = new Set([...(this.#refused.get(ALL) ?? []), ...(this.#refused.get(model) ?? [])])
    if (!this.#optional || refused.size === 0) return body
    const { asked, either } = this.#optional
    const [one, other] = either
    const left: JsonObject = {}
    for (const [field, value] of Object.entries(body)) {
      if (!refused.has(field)) left[field] = value
      else if (either.includes(field)) left[field === one ? other : one] = value
      else if (asked.includes(field)) {
        const reason = 'the host refuses it'
        project({ message_id: '', block_type: field, action: 'dropped', reason })
      }
    }
    if (refused.has('reasoning_effort=none')) left.reasoning_effort = 'none'
    const inside = [...refused].filter((name) => name.startsWith('messages.')).map((name) => name.slice(9))
    if (inside.length > 0) left.messages = messagesOf(body).map((message) => withoutThose(message, inside))
    return left
  }
}

function messagesOf({ messages }: JsonObject): JsonObject[] {
  return Array.isArray(messages) ? messages.filter(isJsonObject) : []
}

function withoutThose(message: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([field]) => !fields.includes(field)))
}
