import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { responsesHostedToolFaults } from './openai-hosted-tools.ts'

/**
 * What OpenAI's Responses API refuses in a request that stores nothing, as far as its description and its error messages
 * say: written from those alone, without a look at the code that it judges. An empty list means that it would be accepted.
 */
export function responsesFaults(body: JsonObject): string[] {
  const faults: string[] = []
  const fault = (path: string, problem: string) => faults.push(`${path}: ${problem}`)
  if (typeof body.model !== 'string' || body.model === '') fault('model', 'is required')
  if (/\\ud[89a-f]/i.test(JSON.stringify(body))) fault('body', 'lone surrogate')
  checkOptions(body, fault)
  checkTools(body, fault)
  responsesHostedToolFaults(body, fault)
  const input = listOf(body.input)
  if (input.length === 0) fault('input', 'must not be empty')
  input.forEach((item, index) => {
    checkItem(item, `input[${index}]`, fault)
  })
  checkReasoning(input, fault)
  checkPairing(input, fault)
  const ids = input.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  for (const id of new Set(ids.filter((each, at) => ids.indexOf(each) !== at))) fault('input', `duplicate item ${id}`)
  return faults
}

type Fault = (path: string, problem: string) => void

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const FIELDS =
  'model instructions input max_output_tokens tools tool_choice parallel_tool_calls text temperature reasoning include store stream prompt_cache_key'

function checkOptions(body: JsonObject, fault: Fault): void {
  for (const field of Object.keys(body)) if (!FIELDS.split(' ').includes(field)) fault(field, 'unknown parameter')
  const { max_output_tokens: most, temperature, instructions, store, text, reasoning } = body
  if (!Number.isInteger(most) || Number(most) < 16) fault('max_output_tokens', 'expected a value >= 16')
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2)) {
    fault('temperature', 'range: 0..2')
  }
  if (instructions !== undefined && (typeof instructions !== 'string' || instructions.trim() === '')) {
    fault('instructions', 'no text')
  }
  if (store !== false) fault('store', 'must be said, or everything is kept')
  if (isJsonObject(text) && !(isJsonObject(text.format) && NAME.test(String(text.format.name)))) fault('text', 'format')
  if (isJsonObject(reasoning) && Object.keys(reasoning).length === 0) fault('reasoning', 'is empty')
}

function checkTools(body: JsonObject, fault: Fault): void {
  if (body.tools === undefined) {
    for (const field of ['tool_choice', 'parallel_tool_calls'])
      if (body[field] !== undefined) fault(field, 'needs tools')
    return
  }
  const tools = listOf(body.tools)
  if (tools.length === 0) fault('tools', '[] is too short')
  const own = tools.filter(({ type }) => type === 'function')
  for (const { name, strict } of own) {
    if (!NAME.test(String(name))) fault('tools', `name ${JSON.stringify(name)}`)
    if (typeof strict !== 'boolean') fault('tools', 'strict is true where it is not said')
  }
  const names = own.map(({ name }) => name)
  if (new Set(names).size < names.length) fault('tools', 'names must be unique')
  const choice = body.tool_choice
  if (isJsonObject(choice)) {
    if (choice.type !== 'function' || !names.includes(choice.name ?? '')) fault('tool_choice', 'names no tool')
  } else if (choice !== undefined && !['auto', 'none', 'required'].includes(String(choice))) {
    fault('tool_choice', 'unknown')
  }
}

function checkItem(item: JsonObject, path: string, fault: Fault): void {
  const { type, role, call_id, name, output } = item
  switch (type) {
    case 'message':
      if (role === 'assistant') checkAnswer(item, path, fault)
      else if (role === 'user' || role === 'developer' || role === 'system') {
        checkParts(item.content, path, fault)
      } else fault(path, `role ${JSON.stringify(role)}`)
      break
    case 'function_call':
    case 'custom_tool_call':
      if (!isCallId(call_id)) fault(path, `call_id ${JSON.stringify(call_id)}`)
      if (!NAME.test(String(name))) fault(path, `name ${JSON.stringify(name)}`)
      if (typeof (type === 'function_call' ? item.arguments : item.input) !== 'string') fault(path, 'no arguments')
      checkId(item, path, fault, type === 'function_call' ? /^fc/ : /^ctc/)
      break
    case 'function_call_output':
    case 'custom_tool_call_output':
      if (!isCallId(call_id)) fault(path, `call_id ${JSON.stringify(call_id)}`)
      if (typeof output !== 'string') checkParts(output, path, fault)
      break
    case 'reasoning':
      if (typeof item.encrypted_content !== 'string' || item.encrypted_content === '') fault(path, 'not persisted')
      if (!Array.isArray(item.summary)) fault(path, 'summary is required')
      for (const part of [...listOf(item.summary), ...listOf(item.content)]) {
        if (typeof part.text !== 'string') fault(path, 'a summary without text')
      }
      break
    default:
      if (typeof type !== 'string') fault(path, 'type is required')
      if (typeof call_id === 'string') fault(path, `no tool output found for ${call_id}`)
  }
}

function checkAnswer(item: JsonObject, path: string, fault: Fault): void {
  checkId(item, path, fault, /^/)
  const parts = listOf(item.content)
  if (parts.length === 0) fault(path, 'an empty message')
  for (const part of parts) {
    if (part.type === 'output_text') {
      if (typeof part.text !== 'string' || part.text === '' || !Array.isArray(part.annotations))
        fault(path, 'a bad text')
    } else if (part.type === 'refusal') {
      if (typeof part.refusal !== 'string') fault(path, 'a bad refusal')
    } else fault(path, `an assistant cannot say ${JSON.stringify(part.type)}`)
  }
}

function checkId({ id }: JsonObject, path: string, fault: Fault, start: RegExp): void {
  if (id === undefined) return
  const isLegal = typeof id === 'string' && id.length <= 64 && /^[a-zA-Z0-9_-]*[a-zA-Z0-9-]$/.test(id) && start.test(id)
  if (!isLegal) fault(path, `id ${JSON.stringify(id)}`)
}

function checkParts(content: JsonValue | undefined, path: string, fault: Fault): void {
  const parts = listOf(content)
  if (parts.length === 0) fault(path, 'content must not be empty')
  for (const part of parts) {
    if (part.type === 'input_text') {
      if (typeof part.text !== 'string' || part.text === '') fault(path, 'an empty text part')
    } else if (part.type === 'input_file') {
      const isWhole = typeof part.filename === 'string' && /^data:[^;,]+;base64,/.test(String(part.file_data))
      if (!isWhole && !/^https?:/.test(String(part.file_url))) fault(path, 'a bad file')
    } else if (
      part.type !== 'input_image' ||
      !/^(https?:\/\/|data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$)/.test(String(part.image_url))
    ) {
      fault(path, 'a bad part')
    }
  }
}

/** "Item 'rs_…' of type 'reasoning' was provided without its required following item." */
function checkReasoning(input: readonly JsonObject[], fault: Fault): void {
  input.forEach((item, index) => {
    if (item.type !== 'reasoning') return
    const next = input[index + 1]
    const isPaired = next !== undefined && next.role !== 'user' && !String(next.type).endsWith('_output')
    if (!isPaired) fault(`input[${index}]`, 'reasoning without its required following item')
  })
}

/** Every call is answered once, by an output of its kind after it; calls of the last answer may wait. */
function checkPairing(input: readonly JsonObject[], fault: Fault): void {
  const open = new Map<JsonValue | undefined, JsonValue | undefined>()
  let isLastAnswer = true
  input.forEach(({ type, role, call_id }, index) => {
    const path = `input[${index}]`
    if (type === 'function_call' || type === 'custom_tool_call') {
      if (open.has(call_id)) fault(path, `one call_id for two calls: ${call_id}`)
      open.set(call_id, `${type}_output`)
      isLastAnswer = true
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      if (open.get(call_id) !== type) fault(path, `no tool call found for ${call_id}`)
      open.delete(call_id)
      isLastAnswer = false
    } else if (role === 'user' && open.size > 0) {
      fault(path, `no tool output found for ${[...open.keys()].join()}`)
    }
  })
  if (open.size > 0 && !isLastAnswer) fault('input', `no tool output found for ${[...open.keys()].join()}`)
}

function isCallId(id: JsonValue | undefined): boolean {
  return typeof id === 'string' && id.length >= 1 && id.length <= 64
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
