import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { finishToolInput } from '../../../canonical/tool-input.ts'
import type { BlockWriter } from '../../answer/block-writer.ts'
import { isText, textOr } from '../../answer/wire-text.ts'

export interface ReadCall {
  /** The writer's key. */
  key: string
  id: string | null
  name: string
  /** The arguments as the wire had them so far. */
  fragments: string
  /** A custom tool takes free text instead of JSON. */
  isCustom: boolean
  /** Gemini's thought signature stands here; without it the call is refused when it comes back. */
  extraContent: JsonObject | null
  isStarted: boolean
  /** The number of the delta that brought the last piece: two entries of one delta are two calls. */
  touched: number
}

/**
 * Finds the call that each piece belongs to and writes it (wire-rule 63). OpenAI numbers its calls; other hosts leave
 * out the index, the id, or both, give every call index 0, or say name and id again with each piece.
 *
 * A call starts when its name is known and either its id or an argument has come, so that the id is on its first event.
 */
export class ToolCallReader {
  readonly #writer: BlockWriter
  readonly #byIndex = new Map<string, ReadCall>()
  readonly #byId = new Map<string, ReadCall>()
  #last: ReadCall | null = null
  #waiting: ReadCall | null = null
  #count = 0
  #delta = 0
  /** In the order in which they started, which is that of the content. */
  readonly started: ReadCall[] = []

  constructor(writer: BlockWriter) {
    this.#writer = writer
  }

  /** The `tool_calls` of one delta or message. */
  read(entries: readonly JsonValue[]): void {
    this.#delta += 1
    for (const entry of entries) if (isJsonObject(entry)) this.#readEntry(entry)
  }

  /** The form that was there before `tool_calls`; some hosts fill it in beside them, empty. */
  readFunctionCall(entry: JsonObject): void {
    if (!isSaid(entry)) return
    this.#delta += 1
    this.#readEntry({ index: 'function_call', function: entry })
  }

  /** Starts a call that still waits for its id: something else begins, or the answer ends. */
  settle(): void {
    const call = this.#waiting
    this.#waiting = null
    if (call && !call.isStarted && (call.name !== '' || call.fragments !== '')) this.#start(call)
  }

  #readEntry(entry: JsonObject): void {
    const { fields, isCustom } = bodyOf(entry)
    const piece: Piece = {
      index: typeof entry.index === 'number' || typeof entry.index === 'string' ? String(entry.index) : null,
      id: isText(entry.id) ? entry.id : null,
      name: textOr(fields.name, ''),
      input: inputText(isCustom ? fields.input : fields.arguments),
    }
    const call = this.#find(piece) ?? this.#open(piece, isCustom)
    this.#last = call
    call.isCustom ||= isCustom
    call.touched = this.#delta
    if (call.id === null && piece.id !== null) {
      call.id = piece.id
      this.#byId.set(piece.id, call)
    }
    if (call.name === '') call.name = piece.name
    if (isJsonObject(entry.extra_content)) call.extraContent = entry.extra_content
    call.fragments += piece.input
    this.#write(call, piece.input)
  }

  #find(piece: Piece): ReadCall | undefined {
    if (piece.index !== null) {
      const call = this.#byIndex.get(piece.index)
      return call && !this.#isAnother(call, piece) ? call : undefined
    }
    if (piece.id !== null) {
      const call = this.#byId.get(piece.id)
      if (call) return this.#isAnother(call, piece) ? undefined : call
    }
    const last = this.#last
    if (last === null || last.touched === this.#delta) return undefined
    if (piece.name === '') return last
    // A host without index and id that repeats the name with each piece of one call.
    return piece.id === null && piece.name === last.name && !(mayBegin(piece) && isWhole(last)) ? last : undefined
  }

  /** Whether a piece under the index or the id of a call is a new one all the same: some hosts use both again. */
  #isAnother(call: ReadCall, piece: Piece): boolean {
    if (call.touched === this.#delta && piece.name !== '') return true
    if (piece.name === '' || call.name === '') return false
    if (piece.name !== call.name) return true
    if (piece.id !== null && call.id !== null) return piece.id !== call.id
    return piece.input.startsWith('{') && isWhole(call)
  }

  #open({ index, id }: Piece, isCustom: boolean): ReadCall {
    this.settle()
    const key = `call ${this.#count}`
    this.#count += 1
    const call: ReadCall = {
      key,
      id,
      name: '',
      fragments: '',
      isCustom,
      extraContent: null,
      isStarted: false,
      touched: 0,
    }
    if (index !== null) this.#byIndex.set(index, call)
    if (id !== null) this.#byId.set(id, call)
    return call
  }

  #write(call: ReadCall, fragment: string): void {
    if (call.isStarted) {
      this.#writer.callInput(call.key, fragment)
    } else if (call.name !== '' && (call.id !== null || call.fragments !== '')) {
      this.#start(call)
    } else {
      this.#waiting = call
    }
  }

  #start(call: ReadCall): void {
    if (this.#waiting === call) this.#waiting = null
    else this.settle()
    call.isStarted = true
    this.started.push(call)
    this.#writer.call(call.key, call.name, call.id)
    this.#writer.callInput(call.key, call.fragments)
  }
}

interface Piece {
  index: string | null
  id: string | null
  name: string
  input: string
}

/**
 * What the call says. Some hosts fill in the field of the other kind as well, empty (wire-rule 119): what is not empty
 * counts, and where that does not tell the two apart, what the type names. Some write the fields beside the type.
 */
function bodyOf(entry: JsonObject): { fields: JsonObject; isCustom: boolean } {
  const { custom, function: called, type } = entry
  if (!isJsonObject(custom)) return { fields: isJsonObject(called) ? called : entry, isCustom: false }
  const other = isJsonObject(called) ? called : entry
  const isNamed = isJsonObject(called) ? type === 'custom' : type !== 'function'
  const isCustom = isSaid(custom) === isSaid(other) ? isNamed : isSaid(custom)
  return { fields: isCustom ? custom : other, isCustom }
}

function isSaid({ name, input, arguments: text }: JsonObject): boolean {
  return isText(name) || inputText(input) !== '' || inputText(text) !== ''
}

/** Some hosts send the arguments as an object, already parsed; a missing or null one is no text. */
function inputText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** Most pieces go on inside an object: whether the call before is whole is asked only where one may begin, as asking reads all of it. */
function mayBegin({ input }: Piece): boolean {
  return /^\s*(\{|$)/.test(input)
}

function isWhole(call: ReadCall): boolean {
  return /(\}|null)\s*$/.test(call.fragments.slice(-8)) && finishToolInput(call.fragments).raw_input === undefined
}
