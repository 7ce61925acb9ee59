import { fileComplaints, pictureComplaints } from '../openai/attachment.ts'
import { modelComplaints } from '../openai/model-rules.ts'
import { invalid } from '../openai/refusal.ts'
import { strictSchema } from '../openai/strict-schema.ts'
import { isOwnRedacted } from '../signature.ts'
import type { Refusal } from '../wire-format.ts'
import { type InputPart, type Item, itemsOf, type ResponsesRequest } from './request.ts'

/** The first rule beyond mere shape that a request breaks, in OpenAI's words; `null` when it is fine. */
export function brokenRule(request: ResponsesRequest): Refusal | null {
  for (const complaint of complaints(request)) return complaint
  return null
}

function* complaints(request: ResponsesRequest): Generator<Refusal> {
  const items = itemsOf(request)
  yield* parameters(request)
  yield* identities(items)
  yield* pairing(items)
  yield* modelComplaints('responses', request)
  yield* mentionsJson(items, request)
  yield* reasoning(items, request.model)
  for (const item of items) yield* attachments(item)
}

function* parameters({ tools = [], tool_choice: choice, text }: ResponsesRequest): Generator<Refusal> {
  const functions = tools.filter((tool) => tool.type === 'function')
  if (typeof choice === 'object' && !functions.some(({ name }) => name === choice.name))
    yield invalid(`Tool choice '${choice.name}' not found in 'tools' parameter.`, 'tool_choice')
  if (choice === 'required' && tools.length === 0)
    yield invalid("Tool choice 'required' must be specified with 'tools' parameter.", 'tool_choice')
  for (const { name, parameters, strict } of functions)
    if (strict ?? true) yield* strictSchema(parameters, `function '${name}'`, 'tools')
  const format = text?.format
  if (format?.type === 'json_schema' && format.strict)
    yield* strictSchema(format.schema, `response_format '${format.name}'`, 'text.format.schema')
}

/** An object that no schema describes is only given where the words ask for one. */
function* mentionsJson(items: readonly Item[], { instructions, text }: ResponsesRequest): Generator<Refusal> {
  if (text?.format?.type !== 'json_object' || /json/i.test(JSON.stringify([instructions, items]))) return
  yield invalid(
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
    'input',
  )
}

const BEGINS: Partial<Record<Item['type'], string>> = {
  message: 'msg',
  function_call: 'fc',
  reasoning: 'rs',
  web_search_call: 'ws',
}

/** An id says what its item is, and stands once. */
function* identities(items: readonly Item[]): Generator<Refusal> {
  const seen = new Set<string>()
  for (const [at, { id, type }] of items.entries()) {
    if (id === undefined) continue
    const begins = BEGINS[type] ?? ''
    if (!id.startsWith(begins))
      yield invalid(
        `Invalid 'input[${at}].id': '${id}'. Expected an ID that begins with '${begins}'.`,
        `input[${at}].id`,
        'invalid_value',
      )
    if (seen.has(id))
      yield invalid(
        `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
        'input',
      )
    seen.add(id)
  }
}

/** Every call has its output after it, and every output a call before it. */
function* pairing(items: readonly Item[]): Generator<Refusal> {
  const open = new Set<string>()
  for (const item of items) {
    if (item.type === 'function_call') open.add(item.call_id)
    if (item.type !== 'function_call_output') continue
    if (!open.delete(item.call_id))
      yield invalid(`No tool call found for function call output with call_id ${item.call_id}.`, 'input')
  }
  for (const id of open) yield invalid(`No tool output found for function call ${id}.`, 'input')
}

/** Reasoning belongs to what it led to, and is only known here by what it brings along. */
function* reasoning(items: readonly Item[], model: string): Generator<Refusal> {
  for (const [at, item] of items.entries()) {
    if (item.type !== 'reasoning') continue
    const next = items[at + 1]
    const isFollowed =
      next !== undefined &&
      next.type !== 'function_call_output' &&
      !(next.type === 'message' && next.role !== 'assistant')
    if (!isFollowed)
      yield invalid(`Item '${item.id}' of type 'reasoning' was provided without its required following item.`, 'input')
    const sealed = item.encrypted_content
    if (sealed == null)
      yield {
        ...invalid(
          `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
          'input',
        ),
        status: 404,
      }
    else if (!isOwnRedacted(sealed, model))
      yield invalid(
        `The encrypted content for item ${item.id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
        null,
        'invalid_encrypted_content',
      )
  }
}

function* attachments(item: Item): Generator<Refusal> {
  for (const part of partsOf(item)) {
    if (part.type === 'input_image') yield* pictureComplaints(part.image_url)
    if (part.type !== 'input_file' || part.file_url !== undefined) continue
    if (part.file_data === undefined) yield invalid("Missing required parameter: 'file_data'.", 'input')
    else yield* fileComplaints(part.file_data)
  }
}

/** What a person or a tool says with an item. */
export function partsOf(item: Item): readonly InputPart[] {
  if (item.type === 'function_call_output') return typeof item.output === 'string' ? [] : item.output
  if (item.type !== 'message' || item.role === 'assistant' || typeof item.content === 'string') return []
  return item.content
}
