import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import type { Logger } from '../../log.ts'
import { refusedFields } from '../failure/refused-field.ts'
import type { OptionalFields, Target, WireFailure } from '../protocol.ts'

/** The host says that it is this model which does not take the field. */
const OF_THE_MODEL = /\bmodel\b/i

/** OpenAI, and what stands before it: "… use /v1/responses or set reasoning_effort to 'none'" (wire-rule 166). */
const SET_TO_NONE = /set reasoning_effort to ['"`]none/i

/** What is remembered of that. */
const NO_EFFORT = 'reasoning_effort=none'

/** The host has never heard of the field. */
const UNKNOWN = /unknown|unrecogni[sz]ed|unexpected|extra|additional propert|cannot find field|not a valid/i

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
  learn(failure: WireFailure, body: JsonObject, model: string): boolean {
    if (!this.#optional || (failure.status !== 400 && failure.status !== 422)) return false
    const learned = learnedFrom(failure, body, this.#optional)
    if (learned.length === 0) return false
    const place = OF_THE_MODEL.test(failure.text) ? model : ALL
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
    const refused = [...new Set([...(this.#refused.get(ALL) ?? []), ...(this.#refused.get(model) ?? [])])]
    if (!this.#optional || refused.length === 0) return body
    const { asked } = this.#optional
    const either: readonly string[] = this.#optional.either ?? []
    const [one = '', other = ''] = either
    let left: JsonObject = {}
    for (const [field, value] of Object.entries(body)) {
      const isRenamed = either.includes(field) && refused.includes(field)
      left[isRenamed ? (field === one ? other : one) : field] = value
    }
    for (const path of refused.filter((each) => !either.includes(each))) {
      if (asked.includes(path) && stands(left, path.split('.'))) {
        project({ message_id: '', block_type: path, action: 'dropped', reason: 'the host refuses it' })
      }
      left = withoutField(left, path.split('.'))
    }
    if (refused.includes(NO_EFFORT)) left.reasoning_effort = 'none'
    return left
  }
}

function learnedFrom(failure: WireFailure, body: JsonObject, optional: OptionalFields): string[] {
  const { fields, either = [], if_unknown = [], said = [] } = optional
  if (SET_TO_NONE.test(failure.text) && body.reasoning_effort !== 'none') return [NO_EFFORT]
  const here = [...fields, ...either].filter((path) => stands(body, path.split('.')))
  const inWords = said.flatMap(([words, path]) => (here.includes(path) && words.test(failure.text) ? [path] : []))
  if (inWords.length > 0) return inWords
  const named = refusedFields(
    failure,
    here.map((path) => ({ path, names: namesOf(path, body) })),
  )
  return named.filter((path) => !if_unknown.includes(path) || UNKNOWN.test(failure.text))
}

/** Its own, and that of what it stands in where nothing else does. */
function namesOf(path: string, body: JsonObject): string[] {
  const [head = '', ...rest] = path.split('.')
  const name = rest.at(-1)
  if (name === undefined) return [head]
  const around = body[head]
  const isAlone = rest.length === 1 && isJsonObject(around) && Object.keys(around).join() === name
  return isAlone ? [name, head] : [name]
}

/** Of a list, whether it stands in any entry. */
function stands(value: JsonValue | undefined, [field, ...rest]: readonly string[]): boolean {
  if (field === undefined) return value !== undefined
  if (Array.isArray(value)) return value.some((each) => stands(each, [field, ...rest]))
  return isJsonObject(value) && stands(value[field], rest)
}

/** Of a list, out of all its entries; what holds nothing any more goes as well. */
function withoutField(object: JsonObject, [field = '', ...rest]: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      if (name !== field) return [[name, value]]
      if (rest.length === 0) return []
      if (Array.isArray(value)) {
        return [[name, value.map((each) => (isJsonObject(each) ? withoutField(each, rest) : each))]]
      }
      if (!isJsonObject(value)) return [[name, value]]
      const left = withoutField(value, rest)
      return Object.keys(left).length > 0 ? [[name, left]] : []
    }),
  )
}
